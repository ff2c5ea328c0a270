"""Our own mistakes, told to the operator: where it happened, never what was in the cards.

The text of an exception may name anything, so it stays out of the log: a line of code, a kind of
error and the numbers of table and hand are enough to look into the stored record.
"""

import logging
import traceback

log = logging.getLogger("cardroom.room")
FRAMES = 8


def report(what: str, error: BaseException) -> None:
    """Log that something failed, with the kind of error and the lines of code that led to it."""
    log.error("%s: %s at %s", what, type(error).__name__, where(error))


def where(error: BaseException) -> str:
    """The last lines of code before an error, as file, line and function."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    places = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames]
    return " > ".join(places)
