"""Makes thousands of sentences that order nothing, or no longer what they did before a change."""
