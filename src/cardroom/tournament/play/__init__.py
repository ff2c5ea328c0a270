"""The course of a tournament: its clock, knockouts, places, the end or a cancellation."""
