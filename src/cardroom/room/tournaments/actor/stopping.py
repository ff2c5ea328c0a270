"""A step that was not stored: what whoever asked for it hears."""

from cardroom.errors import CardroomError, OwnerChanged, Refused, Unavailable


class StepStopped(Exception):
    """The step under way was not stored: the tournament is built again without it."""

    def __init__(self, cause: Exception, *, is_joint: bool = False) -> None:
        super().__init__()
        self.cause = cause
        self.is_mistake = not (
            isinstance(cause, OwnerChanged) or (is_joint and isinstance(cause, Refused))
        )
        """Whether something is wrong here: no other process plays the tournament by now, and no
        other tournament has refused its part of the step."""
        self.answer = (
            cause
            if isinstance(cause, CardroomError)
            else Unavailable("the tournament was interrupted")
        )
        """What whoever asked for the step hears."""


class TriedAgain(Exception):
    """The operator lets a tournament go on that has stopped."""
