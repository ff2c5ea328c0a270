"""What a live tournament needs beyond the hand: seats, button, chips, rulings, floor, conduct."""

from cardroom.rulebook.live.button import ButtonRules
from cardroom.rulebook.live.chips import ChipRules
from cardroom.rulebook.live.conduct import ConductRules, Penalty, PenaltyType
from cardroom.rulebook.live.floor import FloorRules
from cardroom.rulebook.live.rulings import RulingRules
from cardroom.rulebook.live.seating import SeatingRules
from cardroom.rulebook.live.wagers import WagerRules
from cardroom.rulebook.switch import Rules

__all__ = ["LiveRules", "Penalty", "PenaltyType"]


class LiveRules(Rules, frozen=True, kw_only=True):
    """The live part of an edition; what decides inside a hand is in `HandRules`."""

    seating: SeatingRules
    button: ButtonRules
    chips: ChipRules
    rulings: RulingRules
    wagers: WagerRules
    floor: FloorRules
    conduct: ConductRules
