"""Chapters 5.4 and 7.7: movement, transports, reserves and charges."""
