"""The server's side: every step in its order, whatever the clients send."""

import copy
import pickle

import pytest
from msgspec import structs

from cardroom.errors import AccessRefused
from cardroom.fairness import FairDeal, HandContext, Participant, SeedSource
from cardroom.fairness.hand_list import SOURCE_PLAYER, SOURCE_SEAT, Entry, read_list
from cardroom.fairness.keys import SigningKey
from tests.fairness.fair_hands import KEY, PLAYER, Table
from tests.rule import rule

SEATS = (1, 2, 5)
PLAYERS = {seat: PLAYER + seat for seat in SEATS}
CONTEXT = HandContext(1, 7, 1, 40)
SECRETS = (b"a" * 64, b"b" * 64)


class Draw:
    """A draw at three seats of which seat 1 and the seed source commit."""

    def __init__(self) -> None:
        self.deal = FairDeal(CONTEXT, 9, SECRETS, KEY)
        self.source = SeedSource(CONTEXT, b"s" * 32, self.deal.roots)
        self.ann = Participant(CONTEXT, 1, PLAYER + 1, b"c" * 32, self.deal.roots)
        for client in (self.source, self.ann):
            self.deal.commit(client.seat, client.player, client.commitment)

    def close(self) -> bytes:
        return self.deal.close(game="nl-holdem", button=5, seats=SEATS, players=PLAYERS)

    def seed(self, client: Participant) -> bytes:
        return client.reveal(self.deal.hand_list.encoded, self.deal.signature, KEY.public)


def refusal(error: pytest.ExceptionInfo[AccessRefused]) -> str:
    assert error.value.rule == "CASH-02"
    return error.value.reason


@rule("CASH-02", "AMB-22")
def test_a_draw_deals_all_52_cards_and_opens_the_deck_that_is_not_played() -> None:
    draw = Draw()
    draw.close()
    draw.deal.reveal(SOURCE_SEAT, draw.seed(draw.source))
    draw.deal.reveal(1, draw.seed(draw.ann))
    assert draw.deal.cut() in SECRETS
    assert sorted(draw.deal.deck()) == list(range(52))
    assert [draw.deal.open(number).card for number in range(52)] == draw.deal.deck()


def test_the_list_names_every_seat_and_is_the_same_when_it_is_read() -> None:
    draw = Draw()
    found = read_list(draw.close())
    assert found == draw.deal.hand_list
    assert found is not None
    assert [entry.seat for entry in found.entries] == [1, 2, 5, SOURCE_SEAT]
    assert set(found.committed) == {1, SOURCE_SEAT}
    for end in range(len(found.encoded)):
        assert read_list(found.encoded[:end]) is None
    assert read_list(found.encoded + b"\x00") is None


def test_nobody_commits_after_the_list_is_closed() -> None:
    draw = Draw()
    draw.close()
    with pytest.raises(AccessRefused) as error:
        draw.deal.commit(2, PLAYER + 2, bytes(32))
    assert refusal(error) == "draw_is_not_committing"


def test_a_commitment_of_another_size_is_refused() -> None:
    with pytest.raises(AccessRefused) as error:
        Draw().deal.commit(2, PLAYER + 2, bytes(31))
    assert refusal(error) == "commitment_has_32_bytes"


def test_a_seat_that_left_or_changed_hands_contributes_nothing() -> None:
    draw = Draw()
    draw.deal.withdraw(1)
    draw.deal.commit(2, 999, bytes(32))
    draw.close()
    assert set(draw.deal.hand_list.committed) == {SOURCE_SEAT}


def test_no_list_is_closed_without_the_seed_source() -> None:
    draw = Draw()
    draw.deal.withdraw(SOURCE_SEAT)
    with pytest.raises(AccessRefused) as error:
        draw.close()
    assert refusal(error) == "seed_source_has_not_committed"


@pytest.mark.parametrize(
    ("seat", "seed", "reason"),
    [(2, bytes(32), "nothing_to_reveal"), (1, bytes(32), "seed_is_not_the_committed_one")],
)
def test_a_seed_that_was_not_committed_to_is_refused(seat: int, seed: bytes, reason: str) -> None:
    draw = Draw()
    draw.close()
    with pytest.raises(AccessRefused) as error:
        draw.deal.reveal(seat, seed)
    assert refusal(error) == reason


def test_there_is_no_cut_and_no_card_before_every_seed_is_there() -> None:
    draw = Draw()
    draw.close()
    draw.deal.reveal(SOURCE_SEAT, draw.seed(draw.source))
    with pytest.raises(AccessRefused) as error:
        draw.deal.cut()
    assert refusal(error) == "seeds_are_missing"
    for attempt in (draw.deal.deck, lambda: draw.deal.open(0), draw.deal.proof):
        with pytest.raises(AccessRefused) as error:
            attempt()
        assert refusal(error) == "draw_is_not_cut"


def test_a_draw_fails_only_for_a_missing_seed_of_a_player() -> None:
    draw = Draw()
    draw.close()
    with pytest.raises(AccessRefused) as error:
        draw.deal.fail()
    assert refusal(error) == "seed_source_is_missing"
    draw.deal.reveal(1, draw.seed(draw.ann))
    with pytest.raises(AccessRefused) as error:
        draw.deal.fail()
    assert refusal(error) == "no_seed_of_a_player_is_missing"


def test_a_missing_seed_opens_both_decks_and_bars_the_seat_from_the_next_draw() -> None:
    draw = Draw()
    draw.close()
    draw.deal.reveal(SOURCE_SEAT, draw.seed(draw.source))
    failed = draw.deal.fail()
    assert failed.secrets == SECRETS
    following = draw.deal.redraw(10, (b"d" * 64, b"e" * 64), failed)
    with pytest.raises(AccessRefused) as error:
        following.commit(1, PLAYER + 1, bytes(32))
    assert refusal(error) == "seed_was_withheld"
    with pytest.raises(AccessRefused) as error:
        draw.deal.cut()
    assert refusal(error) == "draw_is_not_revealing"


def test_each_seat_can_make_a_hand_be_drawn_again_once() -> None:
    table = Table(3)
    deal = table.draw("nl-holdem", 5, SEATS, withheld=[{1}, {2}, {5}])
    assert len(deal.proof().attempts) == 3
    assert set(deal.hand_list.committed) == {SOURCE_SEAT}
    assert deal.hand_list.seats == SEATS


def test_a_seed_that_another_seat_has_is_refused_and_missing() -> None:
    """Two who agree on a number would make an honest room's proof look wrong to everybody."""
    draw = Draw()
    copy_of_ann = Participant(CONTEXT, 2, PLAYER + 2, b"c" * 32, draw.deal.roots)
    draw.deal.commit(2, PLAYER + 2, copy_of_ann.commitment)
    draw.close()
    draw.deal.reveal(1, draw.seed(draw.ann))
    draw.deal.reveal(1, draw.seed(draw.ann))
    with pytest.raises(AccessRefused) as error:
        draw.deal.reveal(2, draw.seed(copy_of_ann))
    assert refusal(error) == "seed_was_used"
    assert draw.deal.missing == {2, SOURCE_SEAT}


def test_a_seed_that_a_failed_draw_has_opened_is_refused() -> None:
    draw = Draw()
    bob = Participant(CONTEXT, 2, PLAYER + 2, b"d" * 32, draw.deal.roots)
    draw.deal.commit(2, PLAYER + 2, bob.commitment)
    draw.close()
    for seat, client in ((SOURCE_SEAT, draw.source), (1, draw.ann)):
        draw.deal.reveal(seat, draw.seed(client))
    draw.deal = draw.deal.redraw(10, (b"e" * 64, b"f" * 64), draw.deal.fail())
    source = SeedSource(CONTEXT, b"t" * 32, draw.deal.roots)
    ann = Participant(CONTEXT, 1, PLAYER + 1, b"c" * 32, draw.deal.roots)
    for client in (source, ann):
        draw.deal.commit(client.seat, client.player, client.commitment)
    draw.close()
    with pytest.raises(AccessRefused) as error:
        draw.deal.reveal(1, draw.seed(ann))
    assert refusal(error) == "seed_was_used"
    draw.deal.reveal(SOURCE_SEAT, draw.seed(source))
    assert draw.deal.missing == {1}


@pytest.mark.parametrize("reason", ["list_not_signed", "list_has_other_roots"])
def test_a_client_reveals_nothing_to_a_list_it_does_not_agree_with(reason: str) -> None:
    draw = Draw()
    encoded = draw.close()
    key = KEY
    if reason == "list_not_signed":
        key = SigningKey(bytes(32))
    client = draw.ann
    if reason == "list_has_other_roots":
        client = Participant(CONTEXT, 1, PLAYER + 1, b"c" * 32, (bytes(32), draw.deal.roots[1]))
    with pytest.raises(AccessRefused) as error:
        client.reveal(encoded, draw.deal.signature, key.public)
    assert refusal(error) == reason


def test_the_seed_source_reveals_nothing_to_a_list_it_does_not_agree_with() -> None:
    draw = Draw()
    draw.close()
    listed = draw.deal.hand_list
    assert draw.source.reveal_for(listed) == b"s" * 32
    entries = tuple(one for one in listed.entries if one.seat != SOURCE_SEAT)
    own = Entry(SOURCE_SEAT, SOURCE_PLAYER, bytes(32))
    others = {
        "list_has_other_roots": [
            structs.replace(listed, roots=(bytes(32), listed.roots[1])),
            structs.replace(listed, context=structs.replace(CONTEXT, hand=CONTEXT.hand + 1)),
        ],
        "commitment_not_listed": [
            structs.replace(listed, entries=entries),
            structs.replace(listed, entries=(*entries, own)),
        ],
    }
    for reason, lists in others.items():
        for other in lists:
            with pytest.raises(AccessRefused) as error:
                draw.source.reveal_for(other)
            assert refusal(error) == reason


def test_a_client_reveals_nothing_to_a_list_without_its_commitment() -> None:
    draw = Draw()
    draw.deal.withdraw(1)
    draw.close()
    with pytest.raises(AccessRefused) as error:
        draw.seed(draw.ann)
    assert refusal(error) == "commitment_not_listed"


def test_decks_and_seeds_are_neither_printed_nor_copied_nor_pickled() -> None:
    draw = Draw()
    for hidden in (draw.deal, draw.ann, draw.deal._decks[0]):
        assert "0x" in repr(hidden) or "<" in repr(hidden) or "face down" in repr(hidden)
        for way in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError):
                way(hidden)


def test_no_secret_or_seed_is_in_what_is_published_before_the_cut() -> None:
    draw = Draw()
    published = draw.close() + draw.deal.signature
    for secret in (*SECRETS, b"c" * 32, b"s" * 32):
        assert secret not in published
