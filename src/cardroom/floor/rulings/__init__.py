"""Rulings: pure functions from what physically happened at a table to what the book decides."""
