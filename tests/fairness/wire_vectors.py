"""One hand as the room tells it to a browser, for the client's tests: `web/tests/fair_hand.json`.

Everything is from fixed bytes. `python -m tests.fairness.wire_vectors` writes the file; a test
fails when it is stale.
"""

import json
from typing import Any, Final

import msgspec
from msgspec import structs

from cardroom.fairness import FairDeal, HandContext, Participant, SeedSource
from cardroom.fairness.hand_list import SOURCE_SEAT
from cardroom.fairness.keys import SigningKey, fingerprint, room_number
from tests.history.samples import ROOT

FILE: Final = ROOT / "web" / "tests" / "fair_hand.json"
KEY: Final = SigningKey(b"the key of a room in a test, 32 B"[:32])
SEATS: Final = (3, 1, 2)
"""The order of the deal: the button is at seat 2."""
BUTTON, HERO, HERO_SEAT = 2, 11, 1
GAME = "nl-holdem"
CONTEXT: Final = HandContext(room_number(KEY.public), 7, 2, 6)
Json = dict[str, Any]


def players() -> dict[int, int]:
    """Who sits where."""
    return {seat: HERO + seat - HERO_SEAT for seat in SEATS}


def filled(first: int, count: int) -> bytes:
    """Bytes that anybody can repeat."""
    return bytes((first + 7 * place) % 256 for place in range(count))


def seeds(number: int) -> dict[int, bytes]:
    """What every seat commits to in a draw."""
    return {seat: filled(seat + 50 * number, 32) for seat in (*SEATS, SOURCE_SEAT)}


class ToldDraw:
    """A draw of a hand and the events that tell about it."""

    def __init__(self, number: int, context: HandContext = CONTEXT) -> None:
        self.deal = FairDeal(context, number, (filled(number, 64), filled(number + 99, 64)), KEY)
        self.seeds = seeds(number)

    @property
    def committed(self) -> Json:
        roots = self.deal.roots
        context = self.deal.context
        return told(
            "deck_committed", context=context, number=self.deal.number, roots=roots, by_ms=0
        )

    def listed(self, *, silent: frozenset[int] = frozenset()) -> Json:
        for seat, seed in self.seeds.items():
            if seat in silent:
                continue
            client = (
                SeedSource(self.deal.context, seed, self.deal.roots)
                if seat == SOURCE_SEAT
                else Participant(self.deal.context, seat, players()[seat], seed, self.deal.roots)
            )
            self.deal.commit(client.seat, client.player, client.commitment)
        self.deal.close(game=GAME, button=BUTTON, seats=SEATS, players=players())
        return told("deck_listed", **self._list(), by_ms=0)

    def reveal(self, *, missing: frozenset[int] = frozenset()) -> None:
        for seat in self.deal.hand_list.committed.keys() - missing:
            self.deal.reveal(seat, self.seeds[seat])

    def cut(self) -> Json:
        audit = self.deal.cut()
        return told("deck_cut", **self._list(), seeds=self.deal.proof(()).seeds, audit=audit)

    def failed(self) -> Json:
        missing = sorted(self.deal.missing)
        attempt = self.deal.fail()
        revealed = {"seeds": attempt.seeds, "secrets": attempt.secrets, "missing": missing}
        return told("deck_failed", **self._list(), **revealed)

    def opened(self, *numbers: int) -> Json:
        cards = [self.deal.open(number) for number in numbers]
        return told("cards_opened", hand=self.deal.context.hand, cards=cards)

    def _list(self) -> Json:
        number, hand = self.deal.number, self.deal.context.hand
        encoded, signature = self.deal.hand_list.encoded, self.deal.signature
        return {"hand": hand, "number": number, "list": encoded, "signature": signature}


def told(kind: str, /, **fields: Any) -> Json:
    """An event as it is on the wire."""
    read: Json = msgspec.json.decode(msgspec.json.encode({"type": kind, **fields}))
    return read


def hole_of(deck: list[int], seat: int) -> list[int]:
    """The two cards of a seat, dealt round by round."""
    place = SEATS.index(seat)
    return [deck[place], deck[place + len(SEATS)]]


def dealt(draw: ToldDraw) -> list[Json]:
    """The hand after the cut: own cards, flop, turn, river, and a hand that is shown."""
    deck = draw.deal.deck()
    first = 2 * len(SEATS)
    seats = sorted(SEATS)
    hidden = [-1, -1]
    hole = [hole_of(deck, seat) if seat == HERO_SEAT else hidden for seat in seats]
    own, shown = SEATS.index(HERO_SEAT), SEATS.index(3)
    stacks = [1_000 for _ in seats]
    started = {"game": GAME, "button": BUTTON, "seats": seats, "stacks": stacks}
    return [
        told("hand_dealt", number=draw.deal.context.hand),
        told("hand_started", **started),
        told("posted", seat=3, kind="small_blind", by=5),
        told("posted", seat=1, kind="big_blind", by=10),
        told("hole_dealt", seats=seats, hole=hole),
        draw.opened(own, own + len(SEATS)),
        told("board_dealt", street="flop", cards=deck[first : first + 3]),
        draw.opened(first, first + 1, first + 2),
        told("board_dealt", street="turn", cards=[deck[first + 3]]),
        draw.opened(first + 3),
        told("board_dealt", street="river", cards=[deck[first + 4]]),
        draw.opened(first + 4),
        told("shown", seat=3, hole=hole_of(deck, 3)),
        draw.opened(shown, shown + len(SEATS)),
        told("pot_awarded", pot=0, amount=15, rake=0, seats=[3], shares=[15]),
    ]


def plain_hand(number: int = 41, context: HandContext = CONTEXT) -> list[Json]:
    """A hand in which everybody sends a seed."""
    draw = ToldDraw(number, context)
    events = [draw.committed, draw.listed()]
    draw.reveal()
    return [*events, draw.cut(), *dealt(draw)]


def hand_drawn_twice() -> list[Json]:
    """Seat 2 does not reveal, and the hand is drawn again without its seed."""
    first, second = ToldDraw(41), ToldDraw(42)
    events = [first.committed, first.listed()]
    first.reveal(missing=frozenset({2}))
    events += [first.failed(), second.committed, second.listed(silent=frozenset({2}))]
    second.reveal()
    return [*events, second.cut(), *dealt(second)]


def fixture() -> Json:
    """What the client's tests read."""
    own = {str(number): seeds(number)[HERO_SEAT] for number in (41, 42)}
    everything = {
        "key": KEY.public,
        "fingerprint": fingerprint(KEY.public),
        "player": HERO,
        "seat": HERO_SEAT,
        "own_seeds": own,
        "plain": plain_hand(),
        "drawn_twice": hand_drawn_twice(),
        "other_room": plain_hand(context=structs.replace(CONTEXT, room=CONTEXT.room + 1)),
    }
    read: Json = msgspec.json.decode(msgspec.json.encode(everything))
    return read


if __name__ == "__main__":
    FILE.write_text(json.dumps(fixture(), indent=1) + "\n", encoding="utf-8")
