"""Tests of Crusade 7: tables, orders, telling and views, chapter by chapter."""
