"""Chapters 4 and 8: statblocks, libraries, detachments, house rules, the ready-made battle."""
