"""Who comes in, and what the house sets about itself."""
