"""From a line of orders to events: orders, refusals, adjudication, events and the shared state."""
