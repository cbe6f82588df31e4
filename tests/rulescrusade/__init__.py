"""Tables, orders and telling of Rules Crusade."""
