"""Why a definition cannot be held, although every value in it has the right type."""

from collections.abc import Iterator
from typing import NamedTuple

from cardroom.rulebook.tournament import TournamentRules
from cardroom.rulebook.tournament.fees import SngSeats
from cardroom.tournament.definition import BlindLevels, Definition
from cardroom.tournament.definition.definition import FACTS
from cardroom.tournament.desk.fees import is_sng_price
from cardroom.units import euros

UNPRINTABLE = "must be one line of letters that can be seen"


class Problem(NamedTuple):
    """Where it is written, and what is wrong with it."""

    path: tuple[str | int, ...]
    reason: str


def problems(tournament: Definition, rules: TournamentRules) -> Iterator[Problem]:
    """Everything that a rule forbids, the gravest first."""
    yield from _words(tournament)
    if tournament.is_hexapro:
        yield from _hexapro(tournament, rules)
        return
    yield from _kind(tournament, rules)
    yield from _price(tournament)
    yield from _blinds(tournament.blinds)
    yield from _windows(tournament)
    yield from _registration(tournament)
    yield from _purchases(tournament)
    yield from _satellite(tournament)
    yield from _bounty(tournament, rules)
    if tournament.timebank is not None:
        yield from _timebank(tournament, rules)


def _words(tournament: Definition) -> Iterator[Problem]:
    """What lobby, lists and logs show in one line can be read in one line."""
    if tournament.name != tournament.name.strip():
        yield Problem(("name",), "must not begin or end with a space")
    if not tournament.name.isprintable():
        yield Problem(("name",), UNPRINTABLE)
    if tournament.satellite is not None and not tournament.satellite.package.isprintable():
        yield Problem(("satellite", "package"), UNPRINTABLE)


def _hexapro(tournament: Definition, rules: TournamentRules) -> Iterator[Problem]:
    """Only what the edition offers, at its buy-ins; Texas Hold'em (HEX-02, HXT-01, TAMB-97)."""
    game = next((game for game in rules.hexapro_games if game.code == tournament.kind), None)
    if game is None:
        offered = ", ".join(game.code for game in rules.hexapro_games)
        yield Problem(("kind",), f"{tournament.edition} does not offer it; it has {offered}")
        return
    examples = tournament.kind == "hexapro_extreme" and rules.extreme.buy_ins_are_examples
    if tournament.price_cents not in game.buy_ins_cents and not examples:
        known = ", ".join(map(euros, game.buy_ins_cents))
        reason = f"{euros(tournament.price_cents)} is not a buy-in of {tournament.edition}"
        yield Problem(("price_cents",), f"{reason}; it has {known}")
    if tournament.price_cents == 0:
        yield Problem(("price_cents",), "a drawn pool needs a buy-in")
    if tournament.game != rules.play.game:
        yield Problem(("game",), "HexaPro is always Texas Hold'em (TAMB-97)")


def _kind(tournament: Definition, rules: TournamentRules) -> Iterator[Problem]:
    """Sit & Gos have a size of the edition; phases must be offered (TYP-02, TYP-12, TAMB-93)."""
    if tournament.kind == "sit_and_go" and tournament.seats not in rules.seating.sng_seats:
        known = " or ".join(map(str, rules.seating.sng_seats))
        yield Problem(("seats",), f"a Sit & Go has {known} seats (TAMB-47)")
    elif tournament.kind == "sit_and_go" and tournament.freeroll is None:
        yield from _sng_price(tournament, rules)
    if tournament.kind == "sit_and_go":
        yield from _sng_prizes(tournament, rules)
    if tournament.kind == "phased" and tournament.phased is None:
        yield Problem(("kind",), '"phased" needs the table [phased] with first_phase_levels')
    if tournament.kind != "phased" and tournament.phased is not None:
        yield Problem(("phased",), 'only where kind = "phased"')
    if tournament.phased is not None and not rules.phased.offered:
        yield Problem(("phased",), f"{tournament.edition} has no phased tournaments (TAMB-93)")


def _sng_prizes(tournament: Definition, rules: TournamentRules) -> Iterator[Problem]:
    """A Sit & Go pays cash or seats, as far as the edition has both (TYP-02, TAMB-13)."""
    path, kind = (("satellite",), "satellite") if tournament.satellite else (("kind",), "cash")
    if kind not in rules.formats.sng_prize_kinds:
        known = " or ".join(rules.formats.sng_prize_kinds)
        yield Problem(path, f"{tournament.edition} has Sit & Gos for {known} only (TYP-02)")


def _sng_price(tournament: Definition, rules: TournamentRules) -> Iterator[Problem]:
    """Prices above the highest printed one are not offered (PRZ-02, PRZ-03, TAMB-20)."""
    seats: SngSeats = 2 if tournament.seats == 2 else 5
    if tournament.price_cents and not is_sng_price(rules, tournament.price_cents, seats):
        highest = rules.fees.sng_prices(seats)[-1].price_cents
        most = euros(highest)
        reason = f"{tournament.edition} offers Sit & Gos of this size up to {most} (TAMB-20)"
        yield Problem(("price_cents",), reason)


def _price(tournament: Definition) -> Iterator[Problem]:
    """Freerolls cost nothing, all others something; the fee fits inside (PRZ-01, PRZ-06)."""
    price = tournament.price_cents
    if tournament.freeroll is not None:
        if price or tournament.fee_cents:
            yield Problem(("price_cents",), "a freeroll costs nothing (PRZ-06)")
        for number, condition in enumerate(tournament.freeroll.conditions):
            if condition.fact not in FACTS:
                reason = f"no room knows this of a player, only {', '.join(FACTS)} (TAMB-78)"
                yield Problem(("freeroll", "conditions", number, "fact"), reason)
    elif price == 0:
        yield Problem(("price_cents",), "only a freeroll costs nothing; add [freeroll]")
    elif tournament.fee_cents >= price:
        yield Problem(("fee_cents",), f"must be less than the price, {price}")
    buys = tournament.multi_buy_in
    if buys is not None and buys.max_price_cents <= price:
        path = ("multi_buy_in", "max_price_cents")
        yield Problem(path, f"must be above price_cents, {price} (TYP-07)")


def _blinds(blinds: BlindLevels) -> Iterator[Problem]:
    """Levels rise, big blinds are above small ones (TRN-26)."""
    before = 0
    for row, level in enumerate(blinds.levels):
        if level.big < level.small:
            yield Problem(("blinds", "levels", row, "big"), "is below the small blind")
        if level.big < before:
            yield Problem(("blinds", "levels", row), "is below the level before it (TRN-26)")
        before = level.big


def _windows(tournament: Definition) -> Iterator[Problem]:
    """What ends with a level needs that level in the list: the last one goes on (TAMB-45)."""
    rebuy, phased = tournament.rebuy, tournament.phased
    windows = {
        ("registration", "late_levels"): tournament.registration.late_levels,
        ("rebuy", "until_level"): rebuy.until_level if rebuy else 0,
        ("phased", "first_phase_levels"): phased.first_phase_levels if phased else 0,
    }
    listed = len(tournament.blinds.levels)
    for path, level in windows.items():
        if level > listed:
            yield Problem(path, f"would never end: only {listed} levels are listed (TAMB-45)")


def _registration(tournament: Definition) -> Iterator[Problem]:
    said = tournament.registration
    if said.entries_max < said.minimum_entries:
        path = ("registration", "entries_max")
        yield Problem(path, f"is below minimum_entries, {said.minimum_entries}")
    if tournament.kind == "sit_and_go" and said.late_levels:
        yield Problem(("registration", "late_levels"), "a Sit & Go starts full (TYP-02)")
    if tournament.kind == "sit_and_go" and said.entries_max != tournament.seats:
        yield Problem(("registration", "entries_max"), "a Sit & Go has one table (TYP-02)")
    if tournament.kind == "sit_and_go" and said.max_entries > 1:
        yield Problem(("registration", "max_entries"), "a Sit & Go has no re-entry (TAMB-70)")
    if said.max_entries > 1 and not said.late_levels:
        path = ("registration", "max_entries")
        yield Problem(path, "re-entry needs late registration: set late_levels (TAMB-70)")


def _purchases(tournament: Definition) -> Iterator[Problem]:
    """Re-buys and add-ons are bought for money, in a window (TYP-08, TAMB-69)."""
    if tournament.addon is not None and tournament.rebuy is None:
        yield Problem(("addon",), "comes after the re-buy window: add [rebuy] (TAMB-69)")
    if tournament.rebuy is None:
        return
    if tournament.freeroll is not None:
        yield Problem(("rebuy",), "a freeroll sells nothing (TYP-06)")
    phase = tournament.phased
    if phase is not None and tournament.rebuy.until_level > phase.first_phase_levels:
        yield Problem(("rebuy", "until_level"), "the window outlasts the first phase (TAMB-76)")


def _satellite(tournament: Definition) -> Iterator[Problem]:
    """Each tier costs more than the one below; seats are its only guarantee (TYP-04)."""
    satellite = tournament.satellite
    if satellite is None:
        return
    if satellite.seat_price_cents <= tournament.price_cents:
        path = ("satellite", "seat_price_cents")
        reason = f"must be above the price of the satellite, {tournament.price_cents} (TYP-04)"
        yield Problem(path, reason)
    if tournament.guarantee_cents:
        yield Problem(("guarantee_cents",), "a satellite guarantees seats: guaranteed_seats")
    if tournament.bounty is not None or tournament.phased is not None:
        yield Problem(("satellite",), "seats are won by place: no bounty, no phases")


def _bounty(tournament: Definition, rules: TournamentRules) -> Iterator[Problem]:
    """Only where the edition has bounties and there is money to make them (TAMB-71, TAMB-93)."""
    if tournament.bounty is None:
        return
    if not rules.bounty.offered:
        yield Problem(("bounty",), f"{tournament.edition} has no bounty tournaments (TAMB-93)")
    if tournament.freeroll is not None:
        yield Problem(("bounty",), "a freeroll has no buy-in to take it from (TYP-09)")


def _timebank(tournament: Definition, rules: TournamentRules) -> Iterator[Problem]:
    """Only multi-table tournaments of some editions set their own (TTB-01)."""
    assert tournament.timebank is not None
    if tournament.kind == "sit_and_go" or not rules.timing.mtt_bank.per_tournament:
        yield Problem(("timebank",), f"{tournament.edition} fixes it for all (TTB-01)")
    elif tournament.timebank.first_ms > tournament.timebank.cap_ms:
        yield Problem(("timebank", "first_ms"), "is above cap_ms")
