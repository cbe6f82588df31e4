"""The rule systems of the referee: pure functions from orders to events to states."""
