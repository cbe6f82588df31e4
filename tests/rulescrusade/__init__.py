"""Tests of Rules Crusade: tables, orders and telling."""
