"""Tournaments in the store: steps, schedules, prizes in kind."""
