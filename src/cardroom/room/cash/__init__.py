"""The cash game as the room runs it: seats, money and queues around the tables."""
