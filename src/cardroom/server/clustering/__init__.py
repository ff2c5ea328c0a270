"""One process of a room that has several: its gateway, its host, and what they share."""
