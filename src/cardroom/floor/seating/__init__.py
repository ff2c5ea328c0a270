"""Who sits where at the tables of a live tournament."""
