"""The cards of a recorded hand: what was dealt, and what was only seen when it was shown."""

from collections.abc import Sequence

from cardroom.cards import UNKNOWN, Card
from cardroom.history.actions import BoardDealt, HoleDealt, ShowedOrMucked
from cardroom.history.record import HandRecord

STREET_CARDS = (3, 1, 1)
"""Cards of flop, turn and river (CASH-15)."""


def hole_cards(record: HandRecord) -> dict[int, tuple[Card, ...]]:
    """Every player's hole cards, with those that were shown later in place of unknown ones."""
    hole: dict[int, tuple[Card, ...]] = {}
    for action in record.actions:
        match action:
            case HoleDealt(player=player, cards=cards):
                hole[player] = (*hole.get(player, ()), *cards)
            case ShowedOrMucked(player=player, cards=cards) if cards:
                dealt = hole.get(player, ())
                if len(cards) == len(dealt) and UNKNOWN in dealt:
                    hole[player] = _filled(dealt, cards)
    return hole


def mucked(record: HandRecord) -> set[int]:
    """The players who gave up their cards at the showdown."""
    last = {
        action.player: action for action in record.actions if isinstance(action, ShowedOrMucked)
    }
    return {player for player, action in last.items() if action.cards is None}


def board_cards(record: HandRecord) -> tuple[Card, ...]:
    """The board as far as it was dealt."""
    return tuple(
        card for action in record.actions if isinstance(action, BoardDealt) for card in action.cards
    )


def card_fault(record: HandRecord, hole_count: int) -> str:
    """The word for what is wrong with the cards of the file itself; empty when nothing is."""
    hole = hole_cards(record)
    board = board_cards(record)
    players = range(1, len(record.antes) + 1)
    if any(len(hole.get(player, ())) != hole_count for player in players):
        return "wrong_number_of_cards"
    if not _dealt_by_streets(record):
        return "wrong_number_of_cards"
    if any(_contradicts(action, hole) for action in record.actions):
        return "cards_contradict"
    known = [card for cards in (*hole.values(), board) for card in cards if card != UNKNOWN]
    return "card_twice" if len(set(known)) < len(known) else ""


def _dealt_by_streets(record: HandRecord) -> bool:
    """Whether the board came as three cards, one and one."""
    dealt = [len(action.cards) for action in record.actions if isinstance(action, BoardDealt)]
    return dealt == list(STREET_CARDS[: len(dealt)])


def _filled(dealt: Sequence[Card], shown: Sequence[Card]) -> tuple[Card, ...]:
    """Put shown cards in place of unknown ones, whatever their order."""
    new = iter([card for card in shown if card not in dealt])
    return tuple(next(new, UNKNOWN) if card == UNKNOWN else card for card in dealt)


def _contradicts(action: object, hole: dict[int, tuple[Card, ...]]) -> bool:
    """Whether a player showed cards other than those dealt; the order does not matter."""
    match action:
        case ShowedOrMucked(player=player, cards=cards) if cards:
            seen = {card for card in cards if card != UNKNOWN}
            return not seen <= set(hole.get(player, ()))
    return False
