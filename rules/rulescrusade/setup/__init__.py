"""Section 4: options, mustering, deploying, infiltrating, and how play begins."""
