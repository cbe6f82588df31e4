"""Teaches the reader: weights of words and facts, learnt from the sentences of the corpus."""
