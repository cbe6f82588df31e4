"""C7-GM: what the GM sets, puts, removes and rules."""
