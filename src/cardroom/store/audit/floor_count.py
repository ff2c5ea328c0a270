"""Chips and money of a live tournament, counted again from the entries of its log that count.

It shares nothing with the parts of the floor: what they show and what this counts must be the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from cardroom.floor import money_events as money
from cardroom.floor.events import RebuyAnnounced, RebuyDelivered, RebuyPaid, RebuyWithdrawn
from cardroom.floor.house_events import DayStarted, StackBagged, TermsChanged
from cardroom.floor.log import LogEntry
from cardroom.floor.seat_events import ChipsRaced, EntryTaken, PlayerRemoved
from cardroom.floor.terms import FloorTerms, Purchase, Split
from cardroom.floor.verifying_terms import with_changed
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips

Pools = Counter[str]
PARTS = ("prize", "bounty", "fee", "staff")


class FloorCount:
    """Follows one log from entry to entry; it says what is wrong."""

    def __init__(self, terms: FloorTerms) -> None:
        self._terms = terms
        self.pools: Pools = Counter()
        """What is in the pools by the log, part by part."""
        self.paid_in: dict[EntryId, Pools] = {}
        """What each entry has paid in all."""
        self.won: dict[EntryId, tuple[int, Cents]] = {}
        """Place and amount of each prize that was paid or kept."""
        self.in_play: Chips = 0
        self._stacks: dict[EntryId, Chips] = {}
        """What each entry started with, as long as it was not given back."""
        self._rebuys: dict[EntryId, tuple[str, Chips]] = {}
        """Re-buys that were announced or paid, with their chips."""
        self._bags: dict[EntryId, Chips] = {}
        self._bounties: set[EntryId] = set()
        self._prizes: Cents | None = None
        self._is_closed = False

    def read(self, entry: LogEntry) -> Iterator[str]:
        """Follow one entry that counts; what is wrong with it."""
        yield from self._read_chips(entry)
        yield from self._read_payment(entry)
        yield from self._read_payout(entry)
        for part, amount in self.pools.items():
            if amount < 0:
                yield f"{-amount} more were paid out of the pool for {part} than were in it"
                self.pools[part] = 0
        if self.in_play < 0:
            yield f"{-self.in_play:,} more chips left play than were in it"
            self.in_play = 0

    # Chips

    def _read_chips(self, entry: LogEntry) -> Iterator[str]:
        match entry.event:
            case EntryTaken(entry=player, stack=stack):
                yield from self._expect(stack, self._terms.starting_stack, player, "chips")
                if player in self._stacks:
                    yield f"entry {player} was taken twice"
                self._stacks[player] = stack
                self.in_play += stack
            case money.EntryWithdrawn(entry=player, stack=stack):
                yield from self._expect(stack, self._stacks.pop(player, 0), player, "chips")
                self.in_play -= stack
            case RebuyAnnounced(player=player, chips=chips):
                yield from self._bought(player, chips, self._terms.rebuy)
                self._rebuys[player] = "announced", chips
            case RebuyWithdrawn(player=player):
                yield from self._step(player, "announced")
            case RebuyDelivered(player=player):
                chips = self._rebuys.get(player, ("", 0))[1]
                yield from self._step(player, "paid")
                self.in_play += chips
            case money.AddOnSold(entry=player, chips=chips):
                yield from self._bought(player, chips, self._terms.addon)
                self.in_play += chips
            case ChipsRaced(race=race):
                self.in_play += sum(line.after - line.before for line in race.lines)
            case PlayerRemoved(entry=player, stack=stack):
                self._bags.pop(player, None)
                self.in_play -= stack
            case StackBagged(entry=player, stack=stack):
                self._bags[player] = stack
            case DayStarted(day=day):
                yield from self._start_day(day)
            case money.DealProposed(stacks=stacks) if sum(stacks.values()) != self.in_play:
                yield f"a deal counts {sum(stacks.values()):,} chips, {self.in_play:,} are in play"
            case TermsChanged(field=field, new=new):
                self._terms = with_changed(self._terms, field, new)

    def _bought(self, player: EntryId, chips: Chips, sold: Purchase | None) -> Iterator[str]:
        if sold is None:
            yield f"entry {player} bought chips that were not sold"
        else:
            yield from self._expect(chips, sold.chips, player, "chips")

    def _step(self, player: EntryId, expected: str) -> Iterator[str]:
        """A re-buy is announced, then paid, then delivered (LIVE-11.p1)."""
        state = self._rebuys.pop(player, ("not announced", 0))[0]
        if state != expected:
            yield f"a re-buy of entry {player} goes on that is {state}"

    def _start_day(self, day: int) -> Iterator[str]:
        bagged = sum(self._bags.values())
        if bagged != self.in_play:
            yield f"day {day} begins with {bagged:,} chips in bags, {self.in_play:,} are in play"
        self._bags = {}

    # Money

    def _read_payment(self, entry: LogEntry) -> Iterator[str]:
        match entry.event:
            case EntryTaken(entry=player, price=price):
                yield from self._take(player, price, self._terms.price)
            case RebuyPaid(player=player, price=price):
                chips = self._rebuys.get(player, ("", 0))[1]
                yield from self._step(player, "announced")
                self._rebuys[player] = "paid", chips
                sold = self._terms.rebuy
                yield from self._take(player, price, sold.price if sold else Split())
            case money.AddOnSold(entry=player, price=price):
                sold = self._terms.addon
                yield from self._take(player, price, sold.price if sold else Split())
            case money.EntryWithdrawn(entry=player, refund=refund):
                if split_of(refund) != +self.paid_in.pop(player, Counter()):
                    yield f"entry {player} got another amount back than it had paid"
                self.pools.subtract(split_of(refund))
            case money.PrizesFixed(prizes=prizes, added=added):
                self._prizes = sum(prizes)
                self.pools["prize"] += added
                if self._prizes != self.pools["prize"]:
                    yield f"the prizes are {self._prizes}, the pool is {self.pools['prize']}"

    def _take(self, player: EntryId, price: Split, expected: Split) -> Iterator[str]:
        yield from self._expect(price.total, expected.total, player, "cents")
        if price.total == expected.total and price != expected:
            yield f"what entry {player} paid is divided otherwise than the price"
        self.pools.update(split_of(price))
        self.paid_in.setdefault(player, Counter()).update(split_of(price))

    def _read_payout(self, entry: LogEntry) -> Iterator[str]:
        match entry.event:
            case (
                money.PrizePaid(entry=player, place=place, amount=amount)
                | money.HeldPrizeDecided(entry=player, place=place, amount=amount)
            ):
                if player in self.won:
                    yield f"entry {player} was paid twice"
                self.won[player] = place, amount
                self.pools["prize"] -= amount
            case money.BountyPaid(entry=player, amount=amount):
                if player in self._bounties:
                    yield f"the bounty of entry {player} was paid twice"
                self._bounties.add(player)
                paid = self.paid_in.get(player, Counter())["bounty"]
                yield from self._expect(amount, paid, player, "cents of its bounty")
                self.pools["bounty"] -= amount
            case money.TournamentCancelled(settlements=settlements):
                for one in settlements:
                    self.pools.subtract(split_of(one.refund))
            case money.TournamentClosed(left=left):
                if self._is_closed or split_of(left) != +self.pools:
                    yield "the pools were closed with another amount than was in them"
                self.pools, self._is_closed = Counter(), True

    def _expect(self, found: int, expected: int, player: EntryId, what: str) -> Iterator[str]:
        if found != expected:
            yield f"entry {player} has {found:,} {what} where {expected:,} are due"

    def finish(self, prizes: Iterable[tuple[EntryId, int, Cents]]) -> Iterator[str]:
        """Who was paid has the place and the prize that follow from the results."""
        due = {entry: (place, prize) for entry, place, prize in prizes}
        for entry, (place, amount) in sorted(self.won.items()):
            if due.get(entry) != (place, amount):
                said = f"was paid {amount} for place {place}"
                wanted = "nothing" if entry not in due else f"{due[entry][1]} for {due[entry][0]}"
                yield f"entry {entry} {said}, the results give {wanted}"
        if self._prizes is not None and sum(cents for _, cents in self.won.values()) > self._prizes:
            yield f"more than the prizes of {self._prizes} were paid"


def split_of(split: Split) -> Pools:
    """An amount part by part, without parts that are nothing."""
    return Counter({part: getattr(split, part) for part in PARTS if getattr(split, part)})
