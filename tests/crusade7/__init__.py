"""Tables, orders, telling and views of crusade7, chapter by chapter."""
