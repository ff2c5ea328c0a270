"""What rulings say, in the languages of the tables: one sentence for each reason."""

from typing import get_args

from cardroom.floor.rulings.ruling import Ruling
from cardroom.floor.rulings.sentences.chips import CHIPS
from cardroom.floor.rulings.sentences.hands import HANDS
from cardroom.floor.rulings.sentences.sentence import Language, Sentence

SENTENCES: dict[str, Sentence] = {**CHIPS, **HANDS}
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages in which `explain` speaks."""
THOUSANDS: dict[Language, str] = {"en": ",", "nl": ".", "fr": "\u202f", "de": ".", "it": "."}
"""What is written between the thousands; in French a narrow space that does not break."""


def explain(ruling: Ruling, language: Language = "en") -> str:
    """Why it was decided so, in one sentence."""
    sentence: str = getattr(SENTENCES[ruling.reason], language)
    shown = {name: number(value, language) for name, value in ruling.values.items()}
    return sentence.format(**shown)


def number(value: int | str, language: Language) -> str:
    """An amount as the language writes it; words stay as they are."""
    if isinstance(value, str):
        return value
    return f"{value:,}".replace(",", THOUSANDS[language])
