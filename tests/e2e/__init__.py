"""End-to-end tests: the whole bot over real sockets against an in-process Discord."""
