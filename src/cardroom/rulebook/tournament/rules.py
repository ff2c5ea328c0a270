"""The tournament part of an edition, and the games with a drawn prize pool that it offers."""

from cardroom.rulebook.switch import Rules
from cardroom.rulebook.tournament.bounty import BountyRules
from cardroom.rulebook.tournament.cancellation import CancellationRules
from cardroom.rulebook.tournament.extreme import ExtremeRules
from cardroom.rulebook.tournament.fees import FeeRules
from cardroom.rulebook.tournament.formats import (
    FormatRules,
    PhasedRules,
    RebuyRules,
    SatelliteRules,
)
from cardroom.rulebook.tournament.hexapro import HexaProRules
from cardroom.rulebook.tournament.hexapro_game import Code, HexaProGame
from cardroom.rulebook.tournament.play import (
    FinishRules,
    HandForHandRules,
    LevelRules,
    PlayRules,
)
from cardroom.rulebook.tournament.prizes import PrizeRules
from cardroom.rulebook.tournament.registration import RegistrationRules
from cardroom.rulebook.tournament.seating import BalancingRules, ButtonRules, SeatingRules
from cardroom.rulebook.tournament.timetable import TimetableRules
from cardroom.rulebook.tournament.timing import TimingRules


class TournamentRules(Rules, frozen=True, kw_only=True):
    """Everything an edition says about tournaments, in groups."""

    timetable: TimetableRules
    registration: RegistrationRules
    fees: FeeRules
    prizes: PrizeRules
    seating: SeatingRules
    button: ButtonRules
    balancing: BalancingRules
    levels: LevelRules
    hand_for_hand: HandForHandRules
    finish: FinishRules
    play: PlayRules
    timing: TimingRules
    formats: FormatRules
    satellite: SatelliteRules
    rebuy: RebuyRules
    bounty: BountyRules
    phased: PhasedRules
    hexapro: HexaProRules
    extreme: ExtremeRules
    cancellation: CancellationRules

    @property
    def hexapro_games(self) -> tuple[HexaProGame, ...]:
        """All games with a drawn prize pool that the edition offers (HEX-02, HXT-01)."""
        extreme = (self.extreme.game,) if self.extreme.offered else ()
        return (*self.hexapro.games, *extreme)

    def hexapro_game(self, code: Code) -> HexaProGame | None:
        """One of them by its code; None when the edition does not offer it."""
        return next((game for game in self.hexapro_games if game.code == code), None)
