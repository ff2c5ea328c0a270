"""Stored hands, as players and auditors may see them."""
