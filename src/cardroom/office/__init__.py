"""The back office: what the house books, decides and looks at, away from the tables."""
