"""The shell around the rules: matches, storage, rendering, the command line and Discord."""

__version__ = "0.1.0"
