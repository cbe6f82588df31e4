"""Tests of `grammar/`: sentences to orders, what cannot be read, the second reader."""
