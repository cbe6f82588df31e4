"""One line of orders and what came of it, in few lines: the wording of chat and console."""
