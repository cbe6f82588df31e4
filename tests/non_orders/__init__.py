"""Sentences that order nothing, or not what they would without a change: made by the thousand."""
