"""Buttons, menus and forms on Discord.  They carry ids only, and check everything anew."""
