"""Hands that somebody has tampered with: in the file, or as a server that cheats and signs it."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from cardroom.cards import card_name
from cardroom.fairness.cut import Cut
from cardroom.fairness.deal import FairDeal
from cardroom.fairness.fixed_deck import FixedDeck
from cardroom.fairness.hand_list import SOURCE_SEAT, HandList, list_hash, read_list
from cardroom.fairness.hashing import tagged
from cardroom.fairness.keys import SigningKey, fingerprint
from cardroom.fairness.proof import Proof
from cardroom.history import PlayedHand, narrate, ohh_of, tracker_number
from tests.fairness.fair_hands import EPOCH, KEY, ROOM, TABLE, Table, fair_hand

Files = list[str]
SHOWDOWN = 50
"""A hand of five players: three show their cards, two do not, and there is a whole board."""
OTHER = SigningKey(b"somebody else has keys like this")
KINDS: dict[str, tuple[set[str], Callable[[], Files]]] = {}
"""Each kind of tampering: what both verifiers must find, and the files."""


def kind(*codes: str) -> Callable[[Callable[[], Files]], Callable[[], Files]]:
    """A kind of tampering and everything that is to be found."""

    def add(make: Callable[[], Files]) -> Callable[[], Files]:
        KINDS[make.__name__] = (set(codes), make)
        return make

    return add


def base_hand() -> PlayedHand:
    """A hand of which every card of the board and at least two hands are open."""
    return fair_hand(SHOWDOWN, game="nl-holdem")


def base(hand: PlayedHand | None = None) -> dict[str, Any]:
    """The hand as Open Hand History, for everybody to change."""
    found: dict[str, Any] = json.loads(ohh_of(narrate(hand or base_hand(), "auditor")))
    return found


def section(file: dict[str, Any]) -> dict[str, Any]:
    """The section with the proof."""
    found: dict[str, Any] = file["ohh"]["_fairness"]
    return found


def written(file: dict[str, Any]) -> Files:
    return [json.dumps(file)]


def flipped(text: str, at: int = 0) -> str:
    """Base64 of the same bytes with one bit changed."""
    changed = bytearray(b64decode(text))
    changed[at] ^= 1
    return b64encode(changed).decode()


def resigned(change: Callable[[HandList], HandList], **other: Any) -> Files:
    """A list that the server itself has changed and signed."""
    hand = base_hand()
    proof = hand.proof
    assert proof is not None
    found = read_list(proof.list)
    assert found is not None
    return rigged(structs.replace(proof, **signed(change(found)), **other))


def signed(hand_list: HandList, key: SigningKey = KEY) -> dict[str, bytes]:
    encoded = hand_list.encoded
    return {"list": encoded, "signature": key.sign(list_hash(encoded))}


def rigged(proof: Proof) -> Files:
    """The hand with another proof in the place of its own."""
    return written(base(structs.replace(base_hand(), proof=proof)))


def cards_of(file: dict[str, Any]) -> Iterable[list[str]]:
    """Every place of a file that shows cards."""
    for street in file["ohh"]["rounds"]:
        yield street["cards"]
        yield from (action["cards"] for action in street["actions"] if "cards" in action)


def renamed(file: dict[str, Any], names: dict[str, str]) -> None:
    for cards in cards_of(file):
        cards[:] = [names.get(card, card) for card in cards]


@kind("no_proof")
def the_proof_is_gone() -> Files:
    file = base()
    del file["ohh"]["_fairness"]
    return written(file)


@kind("proof_malformed")
def another_protocol() -> Files:
    file = base()
    section(file)["protocol"] = "CCO/0"
    return written(file)


@kind("proof_malformed")
def the_fingerprint_of_another_key() -> Files:
    file = base()
    section(file)["fingerprint"] = fingerprint(OTHER.public)
    return written(file)


@kind("proof_malformed")
def a_short_salt() -> Files:
    file = base()
    section(file)["cards"][0][3] = "AAAA"
    return written(file)


@kind("proof_malformed")
def failed_draws_are_struck_out() -> Files:
    file = withheld()
    section(file)["attempts"] = None
    return written(file)


@kind("record_incomplete")
def a_hand_without_a_number() -> Files:
    file = base()
    del file["ohh"]["game_number"]
    return written(file)


@kind("list_malformed")
def a_list_that_is_cut_short() -> Files:
    file = base()
    section(file)["list"] = b64encode(b64decode(section(file)["list"])[:-3]).decode()
    return written(file)


@kind("signature_wrong")
def another_root_in_the_list() -> Files:
    file = base()
    section(file)["list"] = flipped(section(file)["list"], 41)
    return written(file)


@kind("signature_wrong")
def another_signature() -> Files:
    file = base()
    section(file)["signature"] = flipped(section(file)["signature"], 40)
    return written(file)


@kind("signature_wrong", "key_unknown", "other_room")
def a_list_that_somebody_else_signed() -> Files:
    file = base()
    section(file)["key"] = b64encode(OTHER.public).decode()
    section(file)["fingerprint"] = fingerprint(OTHER.public)
    return written(file)


@kind("key_unknown", "other_room")
def a_room_that_is_not_the_room() -> Files:
    """All is well, but for the key, which is not the one that the room has published."""
    proof = base_hand().proof
    assert proof is not None
    found = read_list(proof.list)
    assert found is not None
    stamp = {"key": OTHER.public, "fingerprint": fingerprint(OTHER.public)}
    return rigged(structs.replace(proof, **stamp, **signed(found, OTHER)))


@kind("other_room")
def two_players_in_two_rooms_of_one_key() -> Files:
    """The server draws one hand twice; other numbers of the room hide that both are the same."""
    table = Table(SHOWDOWN)
    table.context = structs.replace(table.context, room=ROOM + 1)
    table.deal = FairDeal(table.context, 1, (b"o" * 64, b"p" * 64), KEY)
    return [*written(base()), *written(base(fair_hand(SHOWDOWN, game="nl-holdem", table=table)))]


@kind("attempt_number_wrong")
def the_first_failed_draw_of_a_hand_is_struck_out() -> Files:
    """The file has the hand before: its decks tell where those of this hand begin."""
    first = Table(SHOWDOWN)
    last = first.deal.number
    table = Table(SHOWDOWN)
    number = first.context.hand + 1
    table.context = structs.replace(first.context, hand=number)
    table.deal = FairDeal(table.context, last + 1, (b"o" * 64, b"p" * 64), KEY)
    file = withheld(table=table)
    file["ohh"]["game_number"] = str(tracker_number(TABLE, EPOCH, number))
    section(file)["attempts"] = []
    return [*written(base()), *written(file)]


@kind("other_hand")
def the_proof_of_another_hand() -> Files:
    file = base()
    file["ohh"]["game_number"] = str(int(file["ohh"]["game_number"]) + 1)
    return written(file)


@kind("other_game")
def another_game() -> Files:
    return resigned(lambda found: structs.replace(found, game="fl-holdem"))


@kind("other_seats", "other_button")
def the_button_has_moved() -> Files:
    file = base()
    seats = [player["seat"] for player in file["ohh"]["players"]]
    before = file["ohh"]["dealer_seat"]
    file["ohh"]["dealer_seat"] = next(seat for seat in seats if seat != before)
    return written(file)


@kind("other_seats")
def a_seat_was_sat_out_after_the_cut() -> Files:
    file = base()
    shown = {
        action["player_id"] for street in file["ohh"]["rounds"] for action in street["actions"]
    }
    gone = next(one for one in file["ohh"]["players"] if one["id"] in shown)
    file["ohh"]["players"].remove(gone)
    return written(file)


@kind("seed_wrong")
def another_seed() -> Files:
    file = base()
    section(file)["seeds"][0][1] = flipped(section(file)["seeds"][0][1])
    return written(file)


@kind("seed_missing")
def a_seed_is_left_out() -> Files:
    file = base()
    del section(file)["seeds"][0]
    return written(file)


@kind("seed_twice")
def a_seat_with_two_seeds() -> Files:
    file = base()
    section(file)["seeds"].insert(0, section(file)["seeds"][0])
    return written(file)


@kind("seed_unlisted")
def a_seed_that_nobody_committed_to() -> Files:
    file = base()
    section(file)["seeds"].append([200, section(file)["seeds"][0][1]])
    return written(file)


@kind("seed_source_missing", "seed_unlisted")
def a_hand_without_the_seed_source() -> Files:
    def change(found: HandList) -> HandList:
        entries = [
            structs.replace(one, commitment=None) if one.seat == SOURCE_SEAT else one
            for one in found.entries
        ]
        return structs.replace(found, entries=tuple(entries))

    return resigned(change)


@kind("audit_wrong")
def another_secret_of_the_audit_deck() -> Files:
    file = base()
    section(file)["audit"] = flipped(section(file)["audit"])
    return written(file)


@kind("audit_wrong")
def an_audit_deck_that_is_no_deck() -> Files:
    """The server fixed a tree of its own making, and the seeds have chosen the other deck."""
    proof = base_hand().proof
    assert proof is not None
    found = read_list(proof.list)
    assert found is not None
    for number in range(1000):
        roots = (found.roots[0], tagged("fake", number.to_bytes(2)))
        changed = structs.replace(found, roots=roots)
        cut = Cut(changed, {one.seat: one.seed for one in proof.seeds})
        if cut.deck == 0 and Cut(found, {one.seat: one.seed for one in proof.seeds}).deck == 0:
            return cut_again(changed, proof)
    raise AssertionError("the seeds of the hand choose the first deck")


@kind("path_wrong")
def a_deck_that_was_shuffled_after_the_cut() -> Files:
    """The server fixed one deck and plays another."""

    def rig(deal: FairDeal) -> None:
        other = FixedDeck(bytes(64), deal.context.encoded)
        assert deal._cut is not None
        audited = deal._decks[1 - deal._cut.deck]
        deal._decks = (other, audited) if deal._cut.deck == 0 else (audited, other)

    return written(base(fair_hand(SHOWDOWN, game="nl-holdem", rig=rig)))


@kind("position_wrong")
def the_cut_is_not_played() -> Files:
    """The server deals its deck from the top, whatever the players cut."""

    def rig(deal: FairDeal) -> None:
        assert deal._cut is not None
        deal._cut.places = list(range(52))

    return written(base(fair_hand(SHOWDOWN, game="nl-holdem", rig=rig)))


@kind("audit_wrong", "path_wrong", "position_wrong")
def the_other_deck_is_played() -> Files:
    """The server knows the cut, likes the other deck better and shows this one for the audit."""

    def rig(deal: FairDeal) -> None:
        assert deal._cut is not None
        deal._cut.deck = 1 - deal._cut.deck
        deal._cut.places = list(reversed(deal._cut.places))

    return written(base(fair_hand(SHOWDOWN, game="nl-holdem", rig=rig)))


@kind("card_differs")
def another_card_in_the_history() -> Files:
    file = base()
    board = file["ohh"]["rounds"][1]["cards"]
    board[0] = unused_card(file)
    return written(file)


@kind("path_wrong")
def another_card_in_history_and_proof() -> Files:
    file = base()
    opened = section(file)["cards"][-1]
    fresh = unused_card(file)
    renamed(file, {card_name(opened[2]): fresh})
    opened[2] = next(card for card in range(52) if card_name(card) == fresh)
    return written(file)


@kind("position_wrong")
def two_players_cards_are_exchanged() -> Files:
    file = base()
    one, other = section(file)["cards"][:2]
    names = card_name(one[2]), card_name(other[2])
    renamed(file, {names[0]: names[1], names[1]: names[0]})
    one[0], other[0] = other[0], one[0]
    return written(file)


@kind("path_wrong")
def another_salt() -> Files:
    file = base()
    section(file)["cards"][0][3] = flipped(section(file)["cards"][0][3], 31)
    return written(file)


@kind("path_wrong")
def another_way_to_the_root() -> Files:
    file = base()
    section(file)["cards"][0][4] = flipped(section(file)["cards"][0][4], 191)
    return written(file)


@kind("card_not_opened")
def a_card_without_a_proof() -> Files:
    file = base()
    del section(file)["cards"][0]
    return written(file)


@kind("card_not_seen")
def a_hidden_card_is_opened() -> Files:
    hand = base_hand()
    file: dict[str, Any] = json.loads(ohh_of(narrate(hand, "rail")))
    file["ohh"]["_fairness"] = section(base(hand))
    return written(file)


@kind("opened_twice")
def a_card_is_opened_twice() -> Files:
    file = base()
    section(file)["cards"].append(section(file)["cards"][0])
    return written(file)


@kind("card_twice", "position_wrong")
def a_card_is_dealt_twice() -> Files:
    file = base()
    first, second = section(file)["cards"][:2]
    renamed(file, {card_name(second[2]): card_name(first[2])})
    second[1:] = first[1:]
    return written(file)


@kind("card_unknown")
def a_card_that_was_never_dealt() -> Files:
    file = base()
    opened = section(file)["cards"][-1]
    section(file)["cards"].append([51, *opened[1:]])
    return written(file)


@kind("split_view")
def two_players_with_different_draws_of_one_hand() -> Files:
    """The server draws the same hand twice and shows each player another draw."""
    table = Table(SHOWDOWN)
    table.chance.random()
    other = fair_hand(SHOWDOWN, game="nl-holdem", table=table)
    return [*written(base()), *written(base(other))]


@kind("attempt_deck_wrong")
def another_secret_of_a_failed_draw() -> Files:
    file = withheld()
    attempt = section(file)["attempts"][0]
    attempt["secrets"][0] = flipped(attempt["secrets"][0])
    return written(file)


@kind("attempt_not_needed")
def a_draw_is_repeated_without_need() -> Files:
    table = Table(SHOWDOWN)
    file = withheld(table=table)
    attempt = section(file)["attempts"][0]
    revealed = {seat for seat, _ in attempt["seeds"]}
    missing = next(seat for seat in table.seeds[0] if seat not in revealed)
    attempt["seeds"].append([missing, b64encode(table.seeds[0][missing]).decode()])
    return written(file)


@kind("seat_still_listed")
def a_seat_that_withheld_its_seed_is_listed_again() -> Files:
    return written(withheld(table=Table(SHOWDOWN, relists=True)))


@kind("seed_reused")
def seeds_that_everybody_knows_are_used_again() -> Files:
    return written(withheld(table=Table(SHOWDOWN, reuses_seeds=True)))


@kind("attempt_seed_wrong")
def another_seed_in_a_failed_draw() -> Files:
    file = withheld()
    seed = section(file)["attempts"][0]["seeds"][0]
    seed[1] = flipped(seed[1])
    return written(file)


@kind("attempt_other_hand", "attempt_number_wrong")
def a_failed_draw_of_another_hand() -> Files:
    file = withheld()
    other = base(fair_hand(SHOWDOWN + 3, game="nl-holdem", withholding=1))
    section(file)["attempts"] = section(other)["attempts"]
    return written(file)


@kind("attempt_signature_wrong")
def a_failed_draw_that_nobody_signed() -> Files:
    file = withheld()
    attempt = section(file)["attempts"][0]
    attempt["signature"] = flipped(attempt["signature"], 40)
    return written(file)


@kind("attempt_number_wrong")
def decks_were_skipped() -> Files:
    """A failed draw is kept from the players: the numbers of the decks have a gap."""
    file = withheld(draws=2)
    del section(file)["attempts"][1]
    return written(file)


@kind("attempt_malformed")
def the_list_of_a_failed_draw_is_cut_short() -> Files:
    file = withheld()
    attempt = section(file)["attempts"][0]
    attempt["list"] = b64encode(b64decode(attempt["list"])[:-1]).decode()
    return written(file)


def unused_card(file: dict[str, Any]) -> str:
    used = {card for cards in cards_of(file) for card in cards}
    return next(card_name(card) for card in range(52) if card_name(card) not in used)


def withheld(*, draws: int = 1, table: Table | None = None) -> dict[str, Any]:
    """A hand that was drawn again because a seed was missing."""
    return base(fair_hand(SHOWDOWN, game="nl-holdem", withholding=draws, table=table))


def cut_again(changed: HandList, proof: Proof) -> Files:
    """The hand as it is dealt under another list, with nothing else changed."""

    def rig(deal: FairDeal) -> None:
        deal._list = changed
        deal._signature = KEY.sign(list_hash(changed.encoded))
        deal._cut = Cut(changed, {one.seat: one.seed for one in proof.seeds})

    return written(base(fair_hand(SHOWDOWN, game="nl-holdem", rig=rig)))
