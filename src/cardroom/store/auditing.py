"""The audit over a database: feeds it every transfer, while the room may be open."""

import asyncio
from collections.abc import Callable, Mapping

from cardroom.errors import InvalidFile
from cardroom.history.again import play_again, won
from cardroom.ledger import PlayerId, SettledHand
from cardroom.ledger.audit import Audit, Record, Replay, Report, Totals
from cardroom.rulebook import Edition, edition
from cardroom.store.store import Store
from cardroom.units import Cents

TOLD_EVERY = 500
YIELDS_EVERY = 10
"""After so many transfers the tables of a running room have their turn."""

Told = Callable[[int, int], None]
"""Is told how many transfers have been read, and of how many."""


async def audit_store(store: Store, replay: Replay | None, *, now_ms: int, tell: Told) -> Report:
    """Feed the audit everything up to the transfer that is the last one now."""
    standing = await store.standing()
    last = standing.head.transfers
    audit = Audit(replay)
    async for stored in store.transfers(last):
        audit.feed(Record(stored.content, stored.hash, stored.entries, stored.hand, stored.seq))
        if audit.read % TOLD_EVERY == 0:
            tell(audit.read, last)
        if audit.read % YIELDS_EVERY == 0:
            await asyncio.sleep(0)
    totals = Totals(last, standing.hands, standing.head.hash, standing.balances)
    return audit.finish(totals, now_ms=now_ms)


def replay_by(houses: Mapping[str, Edition]) -> Replay:
    """Play a hand again by its edition's rules: house rules by their name, or a published one."""

    def replay(hand: SettledHand) -> dict[PlayerId, Cents]:
        rules = houses.get(hand.edition) or edition(hand.edition)
        again = won(play_again(rules.hand, hand.history))
        if not again.keys() <= hand.seats.keys():
            raise InvalidFile(hand.key, "names no player for a seat")
        return {hand.seats[seat]: amount for seat, amount in again.items()}

    return replay
