"""Section 4: options, the ground, mustering, deploying, infiltrating, and how play begins."""
