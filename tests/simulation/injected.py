"""The fault that stands for a mistake of our own."""


class Injected(Exception):
    """A fault that the simulation puts into the room."""
