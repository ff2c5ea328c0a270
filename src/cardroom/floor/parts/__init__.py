"""What the floor keeps of its log: each part follows the events that concern it."""
