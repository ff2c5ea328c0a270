"""The house's own players, for practice."""
