"""Every situation that the book rules on: its name, its facts and the function that decides."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from cardroom.floor.rulings.betting import BettingRound, betting_round
from cardroom.floor.rulings.counting import CountRequest, count_request
from cardroom.floor.rulings.dealing import DealDefect, WrongButton, deal_defect, wrong_button
from cardroom.floor.rulings.devices import DeviceUsed, device_used
from cardroom.floor.rulings.disputes import Dispute, LevelChange, dispute, level_change
from cardroom.floor.rulings.hands import (
    CardsExposed,
    CardsGivenUp,
    HandKilled,
    Retrieval,
    cards_exposed,
    cards_given_up,
    hand_killed,
    retrieval,
)
from cardroom.floor.rulings.pots import PotsToShare, pots_to_share
from cardroom.floor.rulings.presence import (
    Absence,
    CalledClock,
    TimeRequest,
    absence,
    called_clock,
    time_request,
)
from cardroom.floor.rulings.pushed import chips_pushed
from cardroom.floor.rulings.ruling import Ruling, TableRules, table_rules
from cardroom.floor.rulings.showing import (
    ForcedShow,
    HandAnnounced,
    Showdown,
    ShownToOne,
    forced_show,
    hand_announced,
    showdown,
    shown_to_one,
)
from cardroom.floor.rulings.spot import ChipsPushed
from cardroom.floor.rulings.turn import OutOfTurn, out_of_turn
from cardroom.floor.rulings.words import Said, words_said
from cardroom.rulebook import Edition

Facts = (
    ChipsPushed
    | Said
    | OutOfTurn
    | BettingRound
    | CountRequest
    | DealDefect
    | WrongButton
    | CardsGivenUp
    | Retrieval
    | CardsExposed
    | HandKilled
    | Dispute
    | LevelChange
    | Absence
    | TimeRequest
    | CalledClock
    | DeviceUsed
    | Showdown
    | ForcedShow
    | ShownToOne
    | HandAnnounced
    | PotsToShare
)
"""The facts of any situation; `type` tells them apart in JSON."""


class Situation(NamedTuple):
    """A kind of question: the facts it needs, and who answers."""

    facts: type[msgspec.Struct]
    decide: Callable[[TableRules, Any], Ruling]
    summary: str

    @property
    def name(self) -> str:
        """The word for it on the command line, and the tag of its facts."""
        return str(self.facts.__struct_config__.tag)


_ALL = (
    Situation(ChipsPushed, chips_pushed, "what chips pushed in turn are: call, raise, all-in"),
    Situation(Said, words_said, "whether words bind the player"),
    Situation(OutOfTurn, out_of_turn, "whether an action out of turn counts"),
    Situation(BettingRound, betting_round, "whether a player may raise (again), and how much"),
    Situation(CountRequest, count_request, "what the dealer counts for a player"),
    Situation(DealDefect, deal_defect, "whether a deal that went wrong is a misdeal"),
    Situation(WrongButton, wrong_button, "what happens after a hand with the button misplaced"),
    Situation(CardsGivenUp, cards_given_up, "whether a hand is folded"),
    Situation(Retrieval, retrieval, "whether a folded hand may come back"),
    Situation(CardsExposed, cards_exposed, "what becomes of a hand that was shown too early"),
    Situation(HandKilled, hand_killed, "what a player gets back whose hand the dealer took"),
    Situation(Dispute, dispute, "whether the last hand may be contested, and who pays whom"),
    Situation(LevelChange, level_change, "at which level the next hand is played"),
    Situation(Absence, absence, "what becomes of the hand of an absent player"),
    Situation(TimeRequest, time_request, "whether a player may ask for time"),
    Situation(CalledClock, called_clock, "what the called clock says now"),
    Situation(DeviceUsed, device_used, "whether a phone or headphones are allowed"),
    Situation(Showdown, showdown, "who shows first, and who may muck"),
    Situation(ForcedShow, forced_show, "whether a hand that claims nothing must be shown"),
    Situation(ShownToOne, shown_to_one, "whether cards shown to one are shown to all"),
    Situation(HandAnnounced, hand_announced, "what a hand is worth that was called wrongly"),
    Situation(PotsToShare, pots_to_share, "who gets what: side pots and odd chips"),
)
SITUATIONS: dict[str, Situation] = {one.name: one for one in _ALL}
"""All situations by name, in the order in which a floor manager meets them."""


def decide(rules: Edition, facts: Facts) -> Ruling:
    """Decide by the book; facts that cannot be are a ValueError of one sentence."""
    name = str(type(facts).__struct_config__.tag)
    return SITUATIONS[name].decide(table_rules(rules), facts)
