"""Our own mistakes, told to the operator: where it happened, never what was in the cards.

The text of an exception may name anything, so it stays out of the log: a line of code, a kind of
error and the numbers of table and hand are enough to look into the stored record.
"""

import logging
import traceback

from cardroom.errors import Refused

log = logging.getLogger("cardroom.room")
FRAMES = 8


class FrozenByOperator(Exception):
    """The operator stops a table to look into something (CASH-01)."""


class SaleEnded(Exception):
    """A seat of a stopped table was being paid for: only now it is clear whose its money is."""


def report(what: str, error: BaseException, level: int = logging.ERROR) -> None:
    """Log that something failed, with the kind of error and the lines of code that led to it."""
    log.log(level, "%s: %s at %s", what, kind(error), where(error))


def kind(error: BaseException) -> str:
    """What kind of error it is; of a refusal its reason word and rule, which name nobody."""
    name = type(error).__name__
    return f"{name} {error.reason} ({error.rule})" if isinstance(error, Refused) else name


def where(error: BaseException) -> str:
    """The last lines of code before an error, as file, line and function."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    places = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames]
    return " > ".join(places)
