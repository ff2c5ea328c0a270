"""Tournaments as they are shown: lists, single tournaments, results, a player's own entries."""
