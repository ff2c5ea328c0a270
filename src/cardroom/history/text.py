"""PokerStars-style text, which nearly every tracker reads.

The words and their order are the format's; so is the name in the first line, by which a tracker
knows what it reads.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo
from itertools import groupby

from cardroom.cards import Card
from cardroom.engine.events import Game
from cardroom.history.acts import Act
from cardroom.history.amounts import CENT_PLACES
from cardroom.history.ending import cards_text, ending
from cardroom.history.moments import utc
from cardroom.history.names import plain_name, quoted_name
from cardroom.history.narrated import PLAY_MONEY, NarratedHand, Stage
from cardroom.units import Seat

GAMES: dict[Game, str] = {
    "nl-holdem": "Hold'em No Limit",
    "pl-omaha": "Omaha Pot Limit",
    "fl-holdem": "Hold'em Limit",
}
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "$", "INR": "₹", "CNY": "¥"}
"""The signs that trackers know; amounts in other currencies have none."""

BETWEEN_HANDS = "\n\n\n"

_WORDS = {
    "ante": "posts the ante {by}",
    "small_blind": "posts small blind {by}",
    "big_blind": "posts big blind {by}",
    "extra_blind": "posts big blind {by}",
    "dead_blind": "posts small blind {by}",
    "straddle": "posts straddle {by}",
    "fold": "folds",
    "check": "checks",
    "call": "calls {by}",
    "bet": "bets {to}",
    "raise": "raises {over} to {to}",
}
_ROMAN = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"))


class Words:
    """How one hand writes names, amounts and cards."""

    def __init__(self, narrated: NarratedHand) -> None:
        self._currency = narrated.hand.currency
        self.names = {seat: plain_name(name) for seat, name in narrated.hand.names.items()}

    def amount(self, amount: int) -> str:
        """Chips as they are, money with its sign, and with cents where there are any."""
        if self._currency is None:
            return str(amount)
        return self.money(amount, self._currency)

    def money(self, amount: int, currency: str) -> str:
        """Cents of a currency: `$5`, `€0.05`; play money is whole, in its smallest unit: trackers
        read no decimals without a sign."""
        if currency == PLAY_MONEY:
            return str(amount)
        whole, rest = divmod(amount, 10**CENT_PLACES)
        cents = f".{rest:02d}" if rest else ""
        return f"{SYMBOLS.get(currency, '')}{whole}{cents}"

    def act(self, act: Act) -> str:
        """One line of the betting."""
        by, to, over = (self.amount(amount) for amount in (act.by, act.to, act.over))
        if act.verb == "take_back":
            return f"Uncalled bet ({by}) returned to {self.names[act.seat]}"
        said = _WORDS[act.verb].format(by=by, to=to, over=over)
        return f"{self.names[act.seat]}: {said}{' and is all-in' if act.all_in else ''}"


def text_of(narrated: NarratedHand, eastern: tzinfo) -> str:
    """The text of one hand; trackers order hands by the time of New York, `eastern`."""
    return "".join(f"{line}\n" for line in _lines(narrated, eastern))


def texts_of(hands: Iterable[NarratedHand], eastern: tzinfo) -> Iterator[str]:
    """A file of many hands, one piece of text each."""
    for narrated in hands:
        yield text_of(narrated, eastern) + BETWEEN_HANDS


def _lines(narrated: NarratedHand, eastern: tzinfo) -> Iterator[str]:
    words = Words(narrated)
    yield f"{_first_line(narrated, words)} - {_time(narrated.hand.at_ms, eastern)}"
    yield _table_line(narrated)
    for seat, stack in narrated.stacks.items():
        number = narrated.seat_number(seat)
        bounty = _bounty(narrated, seat, words)
        yield f"Seat {number}: {words.names[seat]} ({words.amount(stack)} in chips{bounty})"
    yield from _posts(narrated, words)
    yield "*** HOLE CARDS ***"
    for seat, cards in narrated.dealt.items():
        yield f"Dealt to {words.names[seat]} {cards_text(cards)}"
    board: tuple[Card, ...] = ()
    for stage in narrated.stages:
        yield from _street_line(stage, board)
        board += stage.cards
        yield from (words.act(act) for act in stage.acts)
    yield from ending(narrated, words.names, words.amount)


def _bounty(narrated: NarratedHand, seat: Seat, words: Words) -> str:
    """What is on the head of a seat, in the words of the format."""
    tournament, cents = narrated.hand.tournament, narrated.hand.bounties.get(seat, 0)
    if tournament is None or not cents:
        return ""
    return f", {words.money(cents, tournament.currency)} bounty"


def _first_line(narrated: NarratedHand, words: Words) -> str:
    hand = narrated.hand
    head = f"PokerStars Hand #{hand.number}: "
    tournament = hand.tournament
    if tournament is not None:
        # A bounty comes before the fee: trackers read the last part as the fee.
        parts = [
            tournament.buy_in,
            *([tournament.bounty] * bool(tournament.bounty)),
            tournament.fee,
        ]
        price = "+".join(words.money(part, tournament.currency) for part in parts)
        iso = "" if tournament.currency == PLAY_MONEY else f" {tournament.currency}"
        head += f"Tournament #{tournament.number}, {price}{iso} "
    level = "" if tournament is None else f"- Level {_roman(tournament.level)} "
    return f"{head}{GAMES[narrated.started.game]} {level}({_stakes(narrated, words)})"


def _stakes(narrated: NarratedHand, words: Words) -> str:
    """Both blinds; in fixed-limit games both bets."""
    started, currency = narrated.started, narrated.hand.currency
    pair = (narrated.hand.small_blind, started.big_blind)
    if started.game == "fl-holdem":
        pair = (started.big_blind, started.big_bet or 2 * started.big_blind)
    iso = "" if currency in (None, PLAY_MONEY) else f" {currency}"
    return f"{words.amount(pair[0])}/{words.amount(pair[1])}{iso}"


def _time(at_ms: int, eastern: tzinfo) -> str:
    at = utc(at_ms)
    return f"{_moment(at)} UTC [{_moment(at.astimezone(eastern))} ET]"


def _moment(at: datetime) -> str:
    """Date and time; the hour has no leading zero."""
    return f"{at.year:04d}/{at:%m/%d} {at.hour}:{at:%M:%S}"


def _table_line(narrated: NarratedHand) -> str:
    hand = narrated.hand
    name = quoted_name(hand.table)
    if hand.tournament is not None:
        name = f"{hand.tournament.number} {name}"
    play_money = " (Play Money)" if narrated.is_play_money else ""
    button = narrated.seat_number(narrated.started.button)
    return f"Table '{name}' {hand.seats_max}-max{play_money} Seat #{button} is the button"


def _posts(narrated: NarratedHand, words: Words) -> Iterator[str]:
    """The forced bets; a full blind and dead money of one seat share one line (CASH-14)."""
    for _, posted in groupby(narrated.posts, lambda act: act.seat):
        acts = list(posted)
        both = [act for act in acts if act.verb in ("big_blind", "extra_blind", "dead_blind")]
        is_full = len(both) == 2 and both[0].by == narrated.started.big_blind
        if is_full and both[0].verb != "dead_blind" and both[1].verb == "dead_blind":
            others = (act for act in acts if act is not both[0])
            yield from (
                _both_blinds(both, words) if act is both[1] else words.act(act) for act in others
            )
        else:
            yield from (words.act(act) for act in acts)


def _both_blinds(both: list[Act], words: Words) -> str:
    name, amount = words.names[both[0].seat], words.amount(sum(act.by for act in both))
    return f"{name}: posts small & big blinds {amount}{' and is all-in' if both[1].all_in else ''}"


def _street_line(stage: Stage, board: tuple[Card, ...]) -> Iterator[str]:
    if stage.cards:
        before = f" {cards_text(board)}" if board else ""
        yield f"*** {stage.street.upper()} ***{before} {cards_text(stage.cards)}"


def _roman(level: int) -> str:
    """A level as the format counts them."""
    text = ""
    for value, sign in _ROMAN:
        count, level = divmod(level, value)
        text += sign * count
    return text + "I" * level
