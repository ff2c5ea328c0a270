"""One explanation in every table language; words in braces are filled in from the ruling."""

from typing import Literal, NamedTuple

Language = Literal["en", "nl", "fr", "de", "it"]


class Sentence(NamedTuple):
    """The same sentence five times, with the same placeholders."""

    en: str
    nl: str
    fr: str
    de: str
    it: str
