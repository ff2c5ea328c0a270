"""Simulated play from a seed, with every rule checked: cash rooms and whole tournaments."""
