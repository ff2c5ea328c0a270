"""A whole cash room from a seed: scripted players come and go, and every rule is checked."""
