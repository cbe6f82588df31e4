"""Measurements: ratios within one run, never assertions of the test suite."""
