"""What is measured, how, and on what."""
