"""What can be a name on screens, papers and lists: one line that reads as it is written."""

import unicodedata

NAME_MAX = 100
UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Kinds of characters that break a line, ring a bell, or are none."""
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that change the direction of what is written after the name. Arabic and Hebrew letters have
their direction without them; the joiners of Persian names and of emoji stay allowed."""


def is_name(text: str) -> bool:
    """Whether a text names somebody or something, in one line of at most 100 letters."""
    if not 0 < len(text.strip()) <= len(text) <= NAME_MAX or text != text.strip():
        return False
    if any(letter in TURNING or unicodedata.category(letter) in UNSEEN for letter in text):
        return False
    return any(letter.isprintable() and not letter.isspace() for letter in text)


def name_key(text: str) -> str:
    """What two spellings of one name have in common: capitals and blanks make no other player."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
