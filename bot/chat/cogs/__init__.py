"""The commands and listeners on Discord: each calls one thing below and shows its answer."""
