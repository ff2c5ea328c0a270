"""Entering and buying: registration, re-buys, add-ons, flights, queues."""
