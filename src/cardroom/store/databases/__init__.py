"""SQLite and PostgreSQL behind one thin layer."""
