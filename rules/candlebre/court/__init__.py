"""What a seat buys and decides: purchase, research, clergy, captives, missions, cards."""
