"""Buttons, menus and forms on Discord.  They carry ids only, and each asks again before it acts."""
