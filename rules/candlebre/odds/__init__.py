"""What a battle would bring, before it is ordered: exact chances, no die drawn."""
