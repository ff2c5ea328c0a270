"""What holds cards that nobody may see yet: it is not printed, copied or pickled.

The engine's own objects copy and pickle as library objects should; in the room that would be one
way more for a hidden card to get out.
"""

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Opaque:
    """Base of everything in the room that holds a deck or a live hand."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to be pickled, copied or sent to another process."""
        raise TypeError(f"{type(self).__name__} holds hidden cards and stays where it is")


class Sealed(Opaque, Generic[T]):
    """One thing in an opaque wrapper."""

    __slots__ = ("_content",)

    def __init__(self, content: T) -> None:
        self._content = content

    def open(self) -> T:
        """The thing itself, for the table that deals it."""
        return self._content
