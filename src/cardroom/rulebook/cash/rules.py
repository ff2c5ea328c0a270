"""Everything a cash game must know, and the look-ups that the tables need most."""

from collections.abc import Iterator

from cardroom.rulebook.cash.banzai import BanzaiRules
from cardroom.rulebook.cash.buy_in import BuyInRange, BuyInRules
from cardroom.rulebook.cash.clock import ClockRules
from cardroom.rulebook.cash.conduct import ConductRules
from cardroom.rulebook.cash.crash import CrashRules
from cardroom.rulebook.cash.entry import EntryRules
from cardroom.rulebook.cash.rake import RakeRow, RakeRules
from cardroom.rulebook.cash.readings import ReadingRules
from cardroom.rulebook.cash.rejoining import RejoiningRules
from cardroom.rulebook.cash.seating import PositionRules, SeatingRules
from cardroom.rulebook.cash.sitting_out import SittingOutRules
from cardroom.rulebook.cash.stakes import Format, Game, OfferRules, Stake, StakeKey
from cardroom.rulebook.switch import Rules


class CashRules(Rules, frozen=True, kw_only=True):
    """The cash part of an edition."""

    offer: OfferRules
    seating: SeatingRules
    positions: PositionRules
    entry: EntryRules
    buy_in: BuyInRules
    sitting_out: SittingOutRules
    clock: ClockRules
    rejoining: RejoiningRules
    banzai: BanzaiRules
    rake: RakeRules
    conduct: ConductRules
    crash: CrashRules
    readings: ReadingRules

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """All stakes on offer, in the order of the rake tables (CASH-19)."""
        return tuple(self._stake(game, row) for game, row in self._offered())

    def stake(self, key: StakeKey) -> Stake | None:
        """The stake with this game, format and blinds, if it is on offer (AMB-01)."""
        return next((stake for stake in self.stakes if stake.key == key), None)

    def seats(self, table_format: Format) -> int:
        """How many seats a table has (CASH-05, BANZ-05)."""
        return self.banzai.seats if table_format == "banzai" else self.seating.seats

    def buy_in_range(self, table_format: Format) -> BuyInRange:
        """The standard buy-in in big blinds (CASH-16, AMB-02, AMB-03, BANZ-02)."""
        ranges: dict[Format, BuyInRange] = {
            "ordinary": self.buy_in.ordinary,
            "deepstack": self.buy_in.deepstack,
            "shortstack": self.buy_in.shortstack,
            "banzai": self.buy_in.banzai,
        }
        return ranges[table_format]

    def _offered(self) -> Iterator[tuple[Game, RakeRow]]:
        tables: dict[Game, tuple[RakeRow, ...]] = {
            "nl-holdem": self.rake.nl_holdem,
            "pl-omaha": self.rake.pl_omaha,
        }
        offered = [(game, row) for game in self.offer.games for row in tables[game]]
        offered += [(game, row) for game in self.banzai.open_games for row in self.rake.banzai]
        for game, row in offered:
            if row.format in self.offer.formats:
                yield game, row

    def _stake(self, game: Game, row: RakeRow) -> Stake:
        standard = self.buy_in_range(row.format)
        return Stake(
            game=game,
            format=row.format,
            name=_name(game, row),
            small_blind=row.small_blind,
            big_blind=row.big_blind,
            seats=self.seats(row.format),
            min_buy_in=standard.min_bb * row.big_blind,
            max_buy_in=standard.max_bb * row.big_blind,
            rake_permille=row.permille,
            rake_cap=row.cap,
            short_handed_cap=self.rake.short_handed_cap(row.cap, row.big_blind),
        )


def _name(game: Game, row: RakeRow) -> str:
    """The printed name; a Banzai row that is dealt as Omaha gets Omaha's letters (AMB-07)."""
    named_for_holdem = game == "pl-omaha" and row.name.startswith("NL")
    return f"PL{row.name[2:]}" if named_for_holdem else row.name
