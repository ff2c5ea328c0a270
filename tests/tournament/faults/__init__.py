"""Faults of every kind in tournaments of every format, each from a seed, checked throughout."""
