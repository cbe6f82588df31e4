"""The practice opponent: it orders like any seat, and knows what every seat may know."""
