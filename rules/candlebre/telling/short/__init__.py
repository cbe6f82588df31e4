"""The short telling: what chat and console say of an order, the board, the key and the cards."""
