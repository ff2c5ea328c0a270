"""What types and ranges cannot say: whether the tables of the tournament part fit together."""

from collections.abc import Iterator
from itertools import pairwise

from cardroom.rulebook.tournament.fees import PrintedFee
from cardroom.rulebook.tournament.hexapro_problems import Problem, game_problems, rises
from cardroom.rulebook.tournament.prizes import PrizeRules
from cardroom.rulebook.tournament.rules import TournamentRules
from cardroom.rulebook.tournament.timing import Timebank, TimingRules


def problems(tournament: TournamentRules) -> Iterator[Problem]:
    """Everything about the tournament part that does not fit together."""
    fees = tournament.fees
    yield from _fee_problems("PRZ-02", "sng_five_handed", fees.sng_five_handed)
    yield from _fee_problems("PRZ-03", "sng_two_handed", fees.sng_two_handed)
    yield from _fee_problems("PRZ-04", "mtt_prices", fees.mtt_prices)
    yield from _prize_problems(tournament.prizes)
    yield from _sng_problems(tournament)
    yield from _bank_problems(tournament.timing)
    if tournament.play.antes_count_as_bet:
        yield "TAMB-97", "antes_count_as_bet", "must be false: an ante is never part of a bet"
    yield from _family_problems(tournament)
    yield from _hexapro_problems(tournament)
    for game in (*tournament.hexapro.games, tournament.extreme.game):
        yield from game_problems(game)


def _fee_problems(rule: str, key: str, prices: tuple[PrintedFee, ...]) -> Iterator[Problem]:
    if not rises([printed.price_cents for printed in prices]):
        yield rule, key, "the prices do not rise"
    for printed in prices:
        if printed.fee_cents >= printed.price_cents:
            yield rule, key, f"the fee of {printed.fee_cents} is not below the price"


def _prize_problems(prizes: PrizeRules) -> Iterator[Problem]:
    fields = prizes.small_fields
    if not rises([field.entries_max for field in fields]):
        yield "TAMB-41", "small_fields", "the numbers of entries do not rise"
    if any(later.places < earlier.places for earlier, later in pairwise(fields)):
        yield "TAMB-41", "small_fields", "a larger field pays fewer places"
    lowest = [2, *(field.entries_max + 1 for field in fields)]
    if any(field.places > entries for entries, field in zip(lowest, fields, strict=False)):
        yield "TAMB-41", "small_fields", "more places are paid than there are entries"


def _sng_problems(tournament: TournamentRules) -> Iterator[Problem]:
    """Every size of Sit & Go has one split, and it pays the whole pool."""
    split = [payout.seats for payout in tournament.prizes.sng_payouts]
    if len(split) != len(set(split)):
        yield "TAMB-43", "sng_payouts", "a number of seats is listed twice"
    for seats in set(tournament.seating.sng_seats) - set(split):
        yield "TAMB-43", "sng_payouts", f"no payout for {seats} seats"
    for payout in tournament.prizes.sng_payouts:
        if sum(payout.percents) != 100:
            yield "TAMB-43", "sng_payouts", f"{sum(payout.percents)} % is paid, not 100"
        if len(payout.percents) > payout.seats:
            yield "TAMB-43", "sng_payouts", f"more places are paid than {payout.seats} seats"


def _bank_problems(timing: TimingRules) -> Iterator[Problem]:
    banks: dict[str, Timebank] = {
        "mtt_bank": timing.mtt_bank,
        "sng_bank": timing.sng_bank,
        "hexapro_bank": timing.hexapro_bank,
        "hexapro_high_bank": timing.hexapro_high_bank,
    }
    for key, bank in banks.items():
        if not bank.floor_ms <= bank.first_ms <= bank.cap_ms:
            yield "TTB-01", key, "floor_ms, first_ms and cap_ms do not rise"


def _family_problems(tournament: TournamentRules) -> Iterator[Problem]:
    """Highrollers need all their tables or none, and their own buy-ins (HEX-02, TAMB-02)."""
    rules = tournament.hexapro
    highroller = {
        ("HEX-02", "buy_ins_cents"): rules.buy_ins_cents.highroller,
        ("HEX-04", "prizes"): rules.prizes.highroller,
        ("HEX-04", "rake_per_100000"): rules.rake_per_100000.highroller,
        ("HEX-05", "payouts"): rules.payouts.highroller,
        ("HEX-09", "level_times"): rules.level_times.highroller,
    }
    if any(table is not None for table in highroller.values()):
        for (rule, key), table in highroller.items():
            if table is None:
                yield rule, key, "highroller is missing"
    if set(rules.buy_ins_cents.regular) & set(rules.buy_ins_cents.highroller or ()):
        yield "HEX-02", "buy_ins_cents", "regular and highroller share a buy-in"


def _hexapro_problems(tournament: TournamentRules) -> Iterator[Problem]:
    rules = tournament.hexapro
    if not rises([0, *rules.staff_alerts_days, rules.decided_within_days]):
        yield "HEX-12", "staff_alerts_days", "alerts do not come one after the other in time"
    each = tournament.cancellation.hexapro_each_percent
    seats = max(rules.seats, tournament.extreme.seats)
    if each * seats > 100:
        yield "CXL-09", "hexapro_each_percent", f"{seats} players would get over 100 %"
