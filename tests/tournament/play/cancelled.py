"""A tournament that is cancelled with the stacks a test wants."""

from cardroom.tournament.events import SharePaid
from cardroom.tournament.ids import EntryId
from tests.tournament.arena import Arena


def left_with(arena: Arena, *stacks: int) -> list[EntryId]:
    """Play down to this many players and give them these stacks."""
    arena.play_down_to(len(stacks))
    entries = sorted(arena.tournament.field.entrants)
    arena.give(dict(zip(entries, stacks, strict=True)))
    return entries


def cancel(arena: Arena) -> dict[EntryId, SharePaid]:
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    paid = [one for one in arena.events_of(SharePaid) if isinstance(one, SharePaid)]
    return {one.entry: one for one in paid}


def pools(arena: Arena) -> list[int]:
    money = arena.tournament.desk.money
    return [arena.ledger.balance(one) for one in (money.places, money.bounties, money.fees)]
