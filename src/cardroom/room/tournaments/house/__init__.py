"""The house of tournaments: what it opens, who enters, what staff do, what follows at the end."""
