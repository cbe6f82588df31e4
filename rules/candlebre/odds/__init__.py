"""The odds of a battle before it is ordered: exact chances, no die drawn."""
