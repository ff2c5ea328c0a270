"""Verifies a proof against the hand history it comes with, and says exactly what is wrong.

What is wrong with the list or the seeds is reported alone: without them there is no cut to compare
cards with.
"""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.games import HOLE_CARDS
from cardroom.fairness.attempts import attempt_findings
from cardroom.fairness.cut import Cut
from cardroom.fairness.draws.draw_list import DrawContext, read_draw_list
from cardroom.fairness.draws.verifying import verify_draw
from cardroom.fairness.findings import Finding
from cardroom.fairness.fixed_deck import FixedDeck
from cardroom.fairness.hand_list import SOURCE_SEAT, HandList, list_hash, read_list
from cardroom.fairness.keys import is_signed, room_number
from cardroom.fairness.proof import Opening, Proof
from cardroom.fairness.recorded import RecordedCards
from cardroom.fairness.seeds import seed_commitment
from cardroom.fairness.tree import card_leaf, root_of
from cardroom.units import Seat


def verify(
    proof: Proof,
    record: RecordedCards,
    *,
    key: str | None = None,
    own_seed: tuple[Seat, bytes] | None = None,
) -> list[Finding]:
    """Everything that is wrong; nothing for a hand that is as it was fixed before the cut.

    `key` is the fingerprint that the room has published, `own_seed` what the viewer sent.
    """
    hand_list = read_list(proof.list)
    if hand_list is None:
        return [Finding("list_malformed")]
    found = list(_list_findings(proof, hand_list, record, key))
    found += _seed_findings(proof, hand_list)
    if own_seed is not None and not _counts(proof, hand_list, *own_seed):
        found.append(Finding("own_seed_missing", own_seed[0]))
    if not found:
        found += attempt_findings(proof, hand_list)
        found += _button_findings(proof, hand_list)
        found += _card_findings(proof, hand_list, record)
    return found


def split_view(first: Proof, second: Proof) -> bool:
    """Whether two players were given different lists, seeds or decks for what is one hand."""
    return _view(first) != _view(second)


def _view(proof: Proof) -> tuple[object, ...]:
    return proof.key, proof.list, proof.seeds, proof.audit, proof.attempts, proof.button


def _list_findings(
    proof: Proof, hand_list: HandList, record: RecordedCards, key: str | None
) -> Iterator[Finding]:
    if not is_signed(proof.key, list_hash(proof.list), proof.signature):
        yield Finding("signature_wrong")
    if key is not None and proof.fingerprint != key:
        yield Finding("key_unknown")
    context = hand_list.context
    if context.room != room_number(proof.key):
        yield Finding("other_room")
    if (context.table, context.epoch, context.hand) != (record.table, record.epoch, record.hand):
        yield Finding("other_hand")
    if hand_list.game != record.game or hand_list.game not in HOLE_CARDS or record.dealt is None:
        yield Finding("other_game")
    seats, button = hand_list.seats, hand_list.button
    shift = int(record.counts_from_one and 0 in (*seats, button))
    if tuple(seat + shift for seat in seats) != record.seats:
        yield Finding("other_seats")
    if record.button is not None and button + shift != record.button:
        yield Finding("other_button")


def _seed_findings(proof: Proof, hand_list: HandList) -> Iterator[Finding]:
    committed = hand_list.committed
    if SOURCE_SEAT not in committed:
        yield Finding("seed_source_missing")
    seeds = {one.seat: one.seed for one in proof.seeds}
    if len(seeds) < len(proof.seeds):
        seats = [one.seat for one in proof.seeds]
        yield Finding("seed_twice", min(seat for seat in seats if seats.count(seat) > 1))
    for seat, entry in committed.items():
        if seat not in seeds:
            yield Finding("seed_missing", seat)
        elif (
            seed_commitment(hand_list.context, seat, entry.player, seeds[seat]) != entry.commitment
        ):
            yield Finding("seed_wrong", seat)
    for seat in sorted(seeds.keys() - committed.keys()):
        yield Finding("seed_unlisted", seat)


def _counts(proof: Proof, hand_list: HandList, seat: Seat, seed: bytes) -> bool:
    """Whether a seed is in the cut for this seat."""
    return seat in hand_list.committed and any(
        one.seat == seat and one.seed == seed for one in proof.seeds
    )


def _button_findings(proof: Proof, hand_list: HandList) -> Iterator[Finding]:
    """A button that was drawn for the hand is the one that the list has, among its seats."""
    button = proof.button
    if button is UNSET:
        return
    drawn = verify_draw(button)
    yield from drawn
    if drawn:
        return
    asked = read_draw_list(button.list)
    assert asked is not None
    context = hand_list.context
    where = DrawContext(context.room, "table", context.table, context.hand)
    is_its_own = (asked.context, asked.kind, button.key) == (where, "button", proof.key)
    is_there = button.outcome.button == hand_list.button
    if not (is_its_own and is_there and sorted(asked.question) == sorted(hand_list.seats)):
        yield Finding("other_draw")


def _card_findings(proof: Proof, hand_list: HandList, record: RecordedCards) -> Iterator[Finding]:
    cut = Cut(hand_list, {one.seat: one.seed for one in proof.seeds})
    context = hand_list.context.encoded
    if FixedDeck(proof.audit, context).root != cut.audit_root:
        yield Finding("audit_wrong")
    dealt = record.dealt
    assert dealt is not None
    opened: set[int] = set()
    cards: set[Card] = set()
    for opening in proof.cards:
        number = opening.dealt
        if number >= len(dealt):
            yield Finding("card_unknown", number)
            continue
        if number in opened:
            yield Finding("opened_twice", number)
        elif opening.card in cards:
            yield Finding("card_twice", number)
        opened.add(number)
        cards.add(opening.card)
        yield from _opening_findings(opening, cut, context, dealt)
    for number in sorted(record.known - opened):
        yield Finding("card_not_opened", number)


def _opening_findings(
    opening: Opening, cut: Cut, context: bytes, dealt: Sequence[Card]
) -> Iterator[Finding]:
    number = opening.dealt
    if cut.places[number] != opening.place:
        yield Finding("position_wrong", number)
    leaf = card_leaf(context, opening.place, opening.card, opening.salt)
    if root_of(leaf, opening.place, opening.path) != cut.root:
        yield Finding("path_wrong", number)
    if dealt[number] == UNKNOWN:
        yield Finding("card_not_seen", number)
    elif dealt[number] != opening.card:
        yield Finding("card_differs", number)
