"""Tournaments as the room runs them: what is stored, who decides, what is published."""
