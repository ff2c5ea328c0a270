"""Hand histories: events to text and back."""
