"""Tables, sentences and telling of Candlebre."""
