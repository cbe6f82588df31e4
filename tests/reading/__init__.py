"""Tests of `bot/reading/`: a text against a match, and the corpus of phrasings."""
