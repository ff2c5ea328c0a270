"""The terms of an entry in words: what a player agrees to by paying (TRN-03).

Each sentence has a topic, so that a client may say the same in another language; the figures are
in `info.py`. Topics that the rulebooks want in every lobby are always there, also to say that
there is no such thing.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from cardroom.rulebook.tournament import HexaProGame, TournamentRules
from cardroom.tournament.definition import Bounty, Definition
from cardroom.tournament.prizes.structures import sng_structure
from cardroom.units import Cents, euros

Topic = Literal[
    "price",
    "stack",
    "blinds",
    "start",
    "late_registration",
    "unregistration",
    "re_entry",
    "rebuy",
    "add_on",
    "breaks",
    "prizes",
    "bounty",
    "guarantee",
    "satellite",
    "freeroll",
    "phases",
]
EVERY_LOBBY: tuple[Topic, ...] = (
    "price",
    "stack",
    "blinds",
    "start",
    "late_registration",
    "unregistration",
    "re_entry",
    "rebuy",
    "breaks",
    "prizes",
)
"""What every specific lobby shows (TRN-03)."""


class EntryTerm(msgspec.Struct, frozen=True):
    """One sentence or two about one thing."""

    topic: Topic
    words: str
    figures: dict[str, int] = {}
    """The numbers in it that `info.py` does not have, for other languages."""


def entry_terms(definition: Definition, rules: TournamentRules) -> tuple[EntryTerm, ...]:
    """Everything a player must know before paying, in plain English (TRN-03)."""
    return tuple(_Writer(definition, rules).terms())


def in_minutes(seconds: int) -> str:
    """A length of time: 90 s, 10 minutes, 1 hour."""
    if seconds % 60:
        return f"{seconds:,} s"
    minutes = seconds // 60
    if minutes and minutes % 60 == 0:
        return _count(minutes // 60, "hour", "hours")
    return _count(minutes, "minute", "minutes")


def _tenths(tenths: int) -> str:
    """A multiplier: 1.5, 1,000."""
    whole, rest = divmod(tenths, 10)
    return f"{whole:,}.{rest}" if rest else f"{whole:,}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


class _Writer:
    def __init__(self, definition: Definition, rules: TournamentRules) -> None:
        self._said = definition
        self._rules = rules

    def terms(self) -> Iterator[EntryTerm]:
        said = self._said
        yield EntryTerm("price", self._price())
        yield EntryTerm("stack", self._stack(), self._stack_figures())
        yield EntryTerm("blinds", self._blinds())
        yield EntryTerm("start", self._start())
        yield EntryTerm("late_registration", self._late())
        yield EntryTerm("unregistration", self._unregistration())
        yield EntryTerm("re_entry", self._re_entry())
        yield EntryTerm("rebuy", self._rebuy())
        if said.addon is not None:
            yield EntryTerm("add_on", self._addon())
        yield EntryTerm("breaks", self._breaks())
        yield EntryTerm("prizes", self._prizes())
        if said.bounty is not None:
            yield EntryTerm("bounty", self._bounty(said.bounty), self._bounty_figures(said.bounty))
        if said.guarantee_cents:
            yield EntryTerm("guarantee", f"{self._money(said.guarantee_cents)} are guaranteed.")
        if said.satellite is not None:
            price, seats = said.satellite.seat_price_cents, said.satellite.guaranteed_seats
            figures = {"seat_price": price, "guaranteed_seats": seats}
            figures["is_package"] = int(said.satellite.package != "")
            yield EntryTerm("satellite", self._satellite(), figures)
        if said.freeroll is not None:
            yield EntryTerm("freeroll", self._freeroll(), {"added": said.freeroll.added_cents})
        if said.phased is not None:
            levels = said.phased.first_phase_levels
            yield EntryTerm("phases", self._phases(), {"levels": levels})

    def _money(self, amount: Cents) -> str:
        return f"{euros(amount)} {self._said.currency}"

    # What it costs and what one gets

    def _price(self) -> str:
        said = self._said
        if said.price_cents == 0:
            return "Entry is free."
        if said.is_hexapro:
            whole, rest = divmod(self._game.rake_per_100000, 1_000)
            kept = f"{whole}.{rest:03} %"
            price = self._money(said.price_cents)
            return f"An entry costs {price}; on average the house keeps {kept} of the buy-ins."
        fee = f"the fee of {self._money(said.fee_cents)} is part of it"
        if said.multi_buy_in is None:
            return f"An entry costs {self._money(said.price_cents)}; {fee}."
        prices = f"{self._money(said.price_cents)} to {self._money(said.price_max)}"
        return f"You choose what you pay, {prices}; at the lowest price {fee}."

    def _stack(self) -> str:
        said = self._said
        seats = f"tables have {said.seats} seats"
        if said.is_hexapro and len({row.chips for row in self._game.stacks}) > 1:
            return f"The draw decides how many chips everybody starts with; {seats}."
        chips = _count(said.starting_stack, "chip", "chips")
        if said.multi_buy_in is None:
            return f"Everybody starts with {chips}; {seats}."
        return f"You start with {chips} at the lowest price, in proportion at others; {seats}."

    def _stack_figures(self) -> dict[str, int]:
        """The chips of an entry; none where the draw decides."""
        said = self._said
        if said.is_hexapro and len({row.chips for row in self._game.stacks}) > 1:
            return {}
        return {"chips": said.starting_stack}

    @property
    def _game(self) -> HexaProGame:
        return next(one for one in self._rules.hexapro_games if one.code == self._said.kind)

    def _blinds(self) -> str:
        said = self._said
        rows = said.blinds.levels
        first, last = rows[0], rows[-1]
        span = f"from {first.small:,}/{first.big:,} to {last.small:,}/{last.big:,}"
        antes = [number for number, row in enumerate(rows, start=1) if row.ante]
        ante = f"antes from level {antes[0]}" if antes else "no antes"
        length = in_minutes(said.blinds.level_s)
        if said.is_hexapro:
            length = "a length that the draw decides"
        levels = _count(len(rows), "level", "levels")
        return f"{levels} of {length}, {span}, {ante}; the last level goes on to the end."

    # When one may come and go

    def _start(self) -> str:
        said = self._said
        if said.kind == "sit_and_go" or said.is_hexapro:
            return f"It starts as soon as {said.seats} players have entered."
        fewest = said.registration.minimum_entries
        return f"It starts at its time; with fewer than {fewest} entries it is cancelled."

    def _late(self) -> str:
        levels = self._said.registration.late_levels
        if levels == 0:
            return "Nobody can enter after the start."
        return f"You can enter late, until the end of level {levels} or until the money is near."

    def _unregistration(self) -> str:
        said = self._said.registration
        if not said.unregistration:
            return "An entry cannot be given back."
        if self._said.kind == "sit_and_go" or self._said.is_hexapro:
            return "You can give your entry back until the last seat is taken."
        if said.unregistration_closes_s == 0:
            return "You can give your entry back until the start."
        closes = in_minutes(said.unregistration_closes_s)
        return f"You can give your entry back until {closes} before the start."

    def _re_entry(self) -> str:
        entries = self._said.registration.max_entries
        if entries == 1:
            return "There is no re-entry: one entry per person."
        return f"Once out you may enter again during late registration, {entries} entries in all."

    def _rebuy(self) -> str:
        said = self._said
        if said.rebuy is None:
            return "There are no re-buys."
        most = said.rebuy.rebuys_max
        often = {0: "as often as you like", 1: "once"}.get(most, f"at most {most:,} times")
        price = self._money(said.price_cents) if said.multi_buy_in is None else "your price"
        until = f"until the end of level {said.rebuy.until_level}"
        return f"Re-buys {until}, {often}: {said.starting_stack:,} chips for {price}."

    def _addon(self) -> str:
        addon = self._said.addon
        assert addon is not None
        pause = in_minutes(addon.pause_s)
        price = self._money(addon.price_cents)
        return f"In a pause of {pause} after the re-buys, {addon.chips:,} chips for {price}."

    def _breaks(self) -> str:
        if not self._said.breaks:
            return "There are no breaks."
        levels = self._rules.levels
        length, minute = in_minutes(levels.break_s), levels.break_minute
        return f"Breaks of {length} at {minute} minutes past the hour."

    # What there is to win

    def _prizes(self) -> str:
        said = self._said
        if said.is_hexapro:
            return self._drawn_prizes()
        if said.satellite is not None:
            return "The prizes are seats; what does not make a seat goes to the next place."
        if said.kind == "sit_and_go" and said.freeroll is None:
            return self._sng_prizes()
        share = self._rules.prizes.paid_percent
        places = f"About {share} % of the entries win, fewer in small fields"
        return f"{places}; the prizes are final when nobody can enter or buy any more."

    def _drawn_prizes(self) -> str:
        tenths = [prize.multiplier_tenths for prize in self._game.prizes]
        span = f"{_tenths(min(tenths))} to {_tenths(max(tenths))}"
        return f"The pool is drawn before the first hand: {span} times the buy-in."

    def _sng_prizes(self) -> str:
        said = self._said
        pool = said.seats * said.entry_price(said.price_cents).places
        seats: Literal[2, 5] = 2 if said.seats == 2 else 5
        awards = sng_structure(self._rules.prizes, seats=seats, pool=pool)
        if len(awards) == 1:
            return f"The winner gets {self._money(pool)}."
        listed = " / ".join(euros(award.cents) for award in awards)
        return f"The first {len(awards)} places win {listed} {said.currency}."

    def _bounty(self, bounty: Bounty) -> str:
        part = self._money(self._said.entry_price(self._said.price_cents).bounty)
        words = f"{part} of an entry are a bounty for whoever knocks its player out"
        if bounty.style == "progressive":
            words += f", {bounty.added_percent} % of it added to their own bounty"
        if bounty.vip is None:
            return f"{words}."
        extra = self._money(bounty.vip.extra_cents)
        kind = "a ticket worth" if bounty.vip.ticket else "another"
        return f"{words}; one player carries {kind} {extra}."

    def _bounty_figures(self, bounty: Bounty) -> dict[str, int]:
        figures = {"bounty": self._said.entry_price(self._said.price_cents).bounty}
        if bounty.style == "progressive":
            figures["added_percent"] = bounty.added_percent
        if bounty.vip is not None:
            figures["vip_ticket" if bounty.vip.ticket else "vip"] = bounty.vip.extra_cents
        return figures

    def _satellite(self) -> str:
        satellite = self._said.satellite
        assert satellite is not None
        price = self._money(satellite.seat_price_cents)
        prize = satellite.package or f"a seat in '{satellite.target}'"
        words = f"Every {price} in the pool are {prize}"
        if not satellite.guaranteed_seats:
            return f"{words}."
        return f"{words}; {_count(satellite.guaranteed_seats, 'is', 'are')} guaranteed."

    def _freeroll(self) -> str:
        freeroll = self._said.freeroll
        assert freeroll is not None
        words = f"The house pays a pool of {self._money(freeroll.added_cents)}"
        asked = [f"{one.fact.replace('_', ' ')}: {one.at_least:,}" for one in freeroll.conditions]
        return f"{words}; you need at least {', '.join(asked)}." if asked else f"{words}."

    def _phases(self) -> str:
        phased = self._said.phased
        assert phased is not None
        word = self._rules.phased.phase_word.lower()
        end = _count(phased.first_phase_levels, "level", "levels")
        return f"A {word} ends after {end}; everybody with chips plays the second phase with them."
