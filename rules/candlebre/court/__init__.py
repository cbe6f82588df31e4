"""What a seat buys, places and decides: research, clergy, captives, missions, cards; how a seat ends."""
