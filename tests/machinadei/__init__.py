"""Tests of Machina Dei: tables, board and telling."""
