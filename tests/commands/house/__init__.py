"""`cardroom admin`, part by part, against a real room with a past."""
