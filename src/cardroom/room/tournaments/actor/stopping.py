"""A step that was not stored: what whoever asked for it hears."""

from cardroom.errors import CardroomError, Unavailable


class StepStopped(Exception):
    """The step under way was not stored: the tournament is built again without it."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause
        self.answer = (
            cause
            if isinstance(cause, CardroomError)
            else Unavailable("the tournament was interrupted")
        )
        """What whoever asked for the step hears."""


class TriedAgain(Exception):
    """The operator lets a tournament go on that has stopped."""
