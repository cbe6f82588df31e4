"""A line of orders and what came of it, told briefly: the wording of chat and console."""
