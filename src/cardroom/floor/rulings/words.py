"""What a player said: the customary words count, anything else is at the speaker's own risk."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.ruling import Amounts, Ruling, TableRules
from cardroom.rulebook.live.rulings import Word
from cardroom.units import Chips

SAID_MAX = 200
NUMBER = re.compile(r"\d{1,3}(?:[.,'’]\d{3})+(?!\d)|\d{1,12}")
FILLERS = frozenset({"to", "i", "the"})
"""Words that change nothing: `raise to 2000`, `I call`."""
STRONGER = {frozenset({"raise", "all-in"}), frozenset({"bet", "all-in"})}
"""Two words that mean the second one together."""


class Said(msgspec.Struct, frozen=True, tag="words", kw_only=True):
    """The words of a player, without any chips."""

    said: Annotated[str, Meta(max_length=SAID_MAX, description="what the player said")]


class Declaration(msgspec.Struct, frozen=True):
    """What was understood: a customary word, an exact amount, both, or nothing at all.

    An ambiguous declaration means nothing: the chips decide, and the floor is called (LIVE-4).
    """

    word: Word | None = None
    amount: Chips | None = None
    ambiguous: bool = False

    @property
    def silent(self) -> bool:
        """Whether the chips alone decide."""
        return self.word is None and self.amount is None


UNCLEAR = Declaration(ambiguous=True)


def declaration(rules: TableRules, said: str) -> Declaration:
    """Understand a declaration by the closed list of customary words (LIVE-4).

    An amount is the total on this street (LIVE-36.b). Two different actions in one sentence, two
    amounts or any other word make it ambiguous.
    """
    text = re.sub(r"\ball[ -]?in\b", "all-in", said.lower())
    amounts = [int(re.sub(r"\D", "", found)) for found in NUMBER.findall(text)]
    rest = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", NUMBER.sub(" ", text))
    words = {word for word in rest if word not in FILLERS}
    known: set[Word] = {word for word in rules.live.rulings.action_words if word in words}
    if known in STRONGER:
        words = known = {"all-in"}
    if len(words) > len(known) or len(known) > 1 or len(amounts) > 1:
        return UNCLEAR
    if not words and not amounts:
        return UNCLEAR if said.strip() else Declaration()
    word = next(iter(known), None)
    return Declaration(word, amounts[0] if amounts and word not in {"fold", "check"} else None)


def words_said(rules: TableRules, facts: Said) -> Ruling:
    """What a sentence binds the speaker to, before any chips are looked at (LIVE-4, LIVE-36.b)."""
    found = declaration(rules, facts.said)
    if found.silent:
        return Ruling(
            decision="unclear", rule_ids=("LIVE-4",), reason="words_unclear", needs_floor=True
        )
    if found.amount is None or found.word in {"call", "all-in", "complete"}:
        return Ruling(
            decision="understood",
            rule_ids=("LIVE-4",),
            reason="word_understood",
            values={"word": found.word or ""},
        )
    return Ruling(
        decision="understood",
        rule_ids=("LIVE-4", "LIVE-36.b"),
        reason="amount_understood",
        values={"amount": found.amount},
        amounts=Amounts(bet_to=found.amount),
    )
