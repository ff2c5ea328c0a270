"""The tables of a tournament: how the table runner plays them, and what viewers see there."""
