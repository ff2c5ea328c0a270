"""Who may come in: accounts, passwords, sessions, and how connections are accepted."""
