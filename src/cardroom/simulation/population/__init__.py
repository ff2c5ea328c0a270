"""Pools of simulated players for the integrity review: honest ones, look-alikes and colluders."""
