"""Amounts as the catalogue writes them, and players numbered from 1 on."""

from collections.abc import Iterable

from cardroom.tournament.ids import EntryId


def cents(text: str) -> list[int]:
    """`"48.28 28.63"` in cents; `"3*25.52"` stands for three of them."""
    amounts = []
    for word in text.replace(",", "").split():
        times, _, amount = word.rpartition("*")
        euros, _, rest = amount.partition(".")
        amounts += [100 * int(euros) + int(rest or 0)] * int(times or 1)
    return amounts


def entries(stacks: Iterable[int]) -> dict[EntryId, int]:
    """The stacks of the players left, under their entry numbers."""
    return {EntryId(number): chips for number, chips in enumerate(stacks, start=1)}
