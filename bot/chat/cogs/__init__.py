"""The commands and listeners on Discord; each adapts, awaits, and adapts back."""
