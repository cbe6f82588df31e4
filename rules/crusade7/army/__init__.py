"""Chapter 4: statblocks, libraries, buying, deploying, house rules, the ready-made battle."""
