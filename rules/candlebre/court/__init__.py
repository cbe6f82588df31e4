"""What a seat buys, places and decides: research, clergy, captives, missions, cards; its end."""
