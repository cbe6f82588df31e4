"""Tables, board and telling of Machina Dei."""
