"""Everything goes wrong at once: bots are killed, databases fall over, clocks jump."""
