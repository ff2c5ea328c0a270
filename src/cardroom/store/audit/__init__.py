"""The audit over a database."""
