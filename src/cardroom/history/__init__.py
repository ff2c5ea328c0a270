"""Hand histories: events to text and back, and other people's hands through our engine."""
