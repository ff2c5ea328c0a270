"""The table runner: one task per table, whatever game is played at it."""
