"""Names in a text whose lines are read by patterns: nothing in a name may look like the text."""

from urllib.parse import quote

PLAIN = "_-."
WORDS = frozenset(
    (
        *("board", "cashed", "collected", "dealt", "finished", "folded", "has", "is", "joins"),
        *("leaves", "mucked", "posts", "returned", "said", "seat", "showed", "sits", "split"),
        *("table", "total", "uncalled", "was", "will", "wins"),
    )
)
"""Words that begin a line of the text or follow a name in one."""


def plain_name(name: str) -> str:
    """The name with signs that break the format written as `%3A`; different names stay different.

    Letters and digits of any language stay. A space stays between two ordinary words.
    """
    return _written(name, " " if _has_plain_spaces(name) else quote(" "))


def quoted_name(name: str) -> str:
    """The name between quotation marks: single spaces stay, whatever the words."""
    space = quote(" ") if "" in name.split(" ") else " "
    return _written(name, space)


def _written(name: str, space: str) -> str:
    return "".join(space if sign == " " else _plain(sign) for sign in name) or quote("\0")


def _plain(sign: str) -> str:
    return sign if sign.isalnum() or sign in PLAIN else quote(sign, safe="", errors="replace")


def _has_plain_spaces(name: str) -> bool:
    words = name.split(" ")
    return "" not in words and not WORDS.intersection(word.lower() for word in words)
