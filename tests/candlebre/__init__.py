"""Tests of Candle'Bre: tables, sentences and telling."""
