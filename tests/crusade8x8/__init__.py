"""Tables, telling and published counts of crusade8x8."""
