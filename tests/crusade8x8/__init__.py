"""Tests of Crusade 8x8: tables, telling and published counts."""
