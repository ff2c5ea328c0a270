"""HTTP: the structure designer of the live floor; it works out, and stores nothing."""

from typing import Annotated

import msgspec

from cardroom.errors import AccessRefused
from cardroom.floor.chips.designing import Design, Wish, design
from cardroom.floor.paper import LIVE, floor_file
from cardroom.floor.terms import FloorTerms, Split
from cardroom.floor.verifying_terms import verify_terms
from cardroom.room.net import Net
from cardroom.rulebook import edition
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import HELD_BY, Visit

WHOLE = 100
"""Prizes without cents."""


class DesignWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house has and wants, with what the file of the tournament says beside it."""

    wish: Wish
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""
    seats: Annotated[int, msgspec.Meta(ge=2, le=10)] = 9
    price: Split = Split()
    entries_until_level: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    """Counted with the breaks, as everywhere in the terms."""


class Designed(msgspec.Struct, frozen=True, kw_only=True):
    """The structure, and the tournament as a file to create it from."""

    design: Design
    ante_big_blinds: int
    toml: str


async def floor_design(visit: Visit, body: DesignWish) -> Designed:
    """Blinds that the chips can pay, the starting stack, colour-ups and the estimated end."""
    if visit.account.role not in HELD_BY["floor"]:
        raise AccessRefused(Net.ROLE, "needs_role", {"role": "floor"})
    rules = edition(LIVE).live
    assert rules is not None
    found = design(rules, body.wish)
    terms = FloorTerms(
        seats=body.seats,
        starting_stack=found.starting_stack,
        levels=found.levels,
        entries_until_level=min(body.entries_until_level, len(found.levels)),
        price=body.price,
        chips=body.wish.chips,
        starting_chips=found.starting_chips,
        expected=body.wish.players,
        prize_step=WHOLE,
    )
    verify_terms(rules, terms)
    return Designed(
        design=found,
        ante_big_blinds=rules.button.ante_big_blinds,
        toml=floor_file(body.name.strip() or "Tournament", terms),
    )


ROUTES = (
    Route(
        method="POST", path="/api/floor/design", handler=floor_design, body=DesignWish,
        answer=Designed, summary="A blind structure from chips, players and hours; stores nothing",
    ),
)  # fmt: skip
