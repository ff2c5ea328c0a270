"""The running card room: who plays, what they ask for, what they see."""
