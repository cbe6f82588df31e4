"""Section 4.1 to 4.3: buying an army, deploying it, the start of the battle."""
