"""The course of a tournament: its clock, eliminations, places, the end or a cancellation."""
