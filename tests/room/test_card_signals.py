"""Sizes and times of what others receive tell nothing about a player's cards."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from unittest.mock import patch

import msgspec
import pytest

from cardroom.ledger import PlayerId
from cardroom.room.channels import Channel, Kept
from tests.room.card_signals import CLASSES, SIGNALS, Holder, signals_of
from tests.room.mutual_information import Counts, added, chance_of, table_of
from tests.room.rooms import Shell
from tests.room.virtual import run
from tests.rule import rule

EVENINGS = 12
LEAST = 0.01


@rule("CASH-02", "FAIR-03")
def test_what_the_rail_receives_tells_nothing_about_a_players_cards() -> None:
    hands, counts = 0, dict[str, Counts]()
    for seed in range(EVENINGS):
        some, found = signals_of(seed, seconds=60)
        hands += some
        counts = {name: added((counts.get(name, Counter()), one)) for name, one in found.items()}
    assert hands > 20 * EVENINGS
    assert len(counts) == len(SIGNALS) * len(CLASSES)
    likely = {name: chance_of(one, 1, permutations=499)[1] for name, one in counts.items()}
    # Real times are measured on whatever else the machine does: here they need only be there.
    virtual = [one for name, one in likely.items() if not name.startswith("real times")]
    assert min(virtual) > LEAST / len(virtual), likely
    assert len(table_of(counts["real times, digits"])) > 1


def test_the_board_is_not_taken_for_the_cards_of_a_player_who_has_none() -> None:
    async def story() -> dict[int, tuple[int, ...]]:
        holder = Holder(Shell(1), 2)
        for hand, own in ((1, [3, 17]), (2, [-1, -1])):
            opened = own if own[0] >= 0 else [20, 21, 22]
            cards = [[0, 0, card, "", ""] for card in opened]
            for event in (
                {"type": "hole_dealt", "seats": [1, 2], "hole": [[-1, -1], own]},
                {"type": "cards_opened", "hand": hand, "cards": cards},
            ):
                holder.deliver(msgspec.json.encode({"t": "event", "ch": "table:1", "d": event}))
        return holder.held

    assert run(story()) == {1: (3, 17)}


def test_frames_whose_size_depends_on_a_card_would_be_noticed() -> None:
    def encoded(
        channel: Channel, event: object, private: Mapping[PlayerId, object], _private_bytes: int
    ) -> Kept:
        """The rail gets a frame as long as the longest that a player gets."""
        twins = {player: channel._frame(twin, 0) for player, twin in private.items()}
        public = channel._frame(event, 0)
        longest = max([len(public), *map(len, twins.values())])
        return Kept(public.ljust(longest), twins)

    with patch.object(Channel, "_encoded", encoded):
        parts = [signals_of(seed, seconds=60)[1]["private sizes, digits"] for seed in range(12)]
    assert chance_of(added(parts), 1)[1] <= LEAST


@pytest.mark.parametrize(("tells", "is_noticed"), [(0.0, False), (0.3, True)])
def test_only_what_tells_of_cards_is_noticed(tells: float, *, is_noticed: bool) -> None:
    chance = Random(5)
    counts: Counts = Counter()
    for _ in range(2_000):
        card = chance.randrange(13)
        seen = card if chance.random() < tells else chance.randrange(13)
        counts[seen, card] += 1
    bits, likely = chance_of(counts, 2)
    assert (likely <= LEAST) is is_noticed
    assert bits > 0
