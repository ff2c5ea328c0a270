"""cardroom: an open poker room that plays by the book."""
