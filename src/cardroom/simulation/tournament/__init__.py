"""Whole tournaments from a seed: scripted players, trouble of every kind, every rule checked."""
