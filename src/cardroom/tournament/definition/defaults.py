"""What an edition says where a tournament's file says nothing."""

from collections.abc import Mapping
from typing import Any

from cardroom.rulebook.tournament import HexaProGame, TournamentRules
from cardroom.rulebook.tournament.hexapro_game import Code
from cardroom.tournament.definition import HEXAPRO
from cardroom.tournament.desk.fees import mtt_price, sng_price

CURRENCY = "EUR"
Values = dict[str, Any]


def with_defaults(values: Values, rules: TournamentRules) -> Values:
    """The file's values laid over those of its edition; what is wrong stays wrong."""
    kind = values.get("kind")
    if kind in HEXAPRO:
        return _hexapro(values, rules, kind)
    is_sng = kind == "sit_and_go"
    filled: Values = {
        "game": rules.play.game,
        "currency": CURRENCY,
        "seats": rules.seating.sng_seats[0] if is_sng else rules.seating.seats,
        "breaks": not is_sng,
        "hand_for_hand_places": rules.hand_for_hand.places_before_money,
        **values,
    }
    if "freeroll" in values:
        filled.setdefault("price_cents", rules.fees.freeroll_price_cents)
    filled.update(_fee(filled, rules))
    filled["blinds"] = {"levels": _blinds(rules), **values.get("blinds", {})}
    filled["registration"] = {**_registration(filled, rules), **values.get("registration", {})}
    for section, defaults in _sections(filled, rules).items():
        if section in values:
            filled[section] = {**defaults, **values[section]}
    return filled


def _hexapro(values: Values, rules: TournamentRules, kind: Code) -> Values:
    """A game with a drawn pool: all but name and buy-in is the edition's (HEX-01, HXT-01)."""
    game = rules.hexapro_game(kind) or rules.hexapro.games[0]
    return {
        "game": rules.play.game,
        "currency": CURRENCY,
        "seats": game.seats,
        "starting_stack": game.stacks[0].chips,
        "blinds": {"level_s": 60 * game.level_times[0].minutes, "levels": _levels(game)},
        "breaks": False,
        "hand_for_hand_places": 0,
        "fee_cents": 0,
        "registration": {
            "late_levels": 0,
            "max_entries": 1,
            "unregistration_closes_s": 0,
            "minimum_entries": game.seats,
            "entries_max": game.seats,
        },
        **values,
    }


def _fee(values: Values, rules: TournamentRules) -> Values:
    """The fee by the edition's table or percentage (PRZ-02 to PRZ-04, TAMB-44)."""
    price, seats = values.get("price_cents"), values.get("seats")
    if type(price) is not int or "fee_cents" in values:
        return {}
    percent = values.get("fee_percent")
    if percent is not None:
        if type(percent) is not int:
            return {}
        return {"fee_cents": mtt_price(rules, price, bounty=False, fee_percent=percent).fee}
    if values.get("kind") == "sit_and_go" and seats in rules.seating.sng_seats:
        return {"fee_cents": sng_price(rules, price, 2 if seats == 2 else 5).fee}
    fee = mtt_price(rules, price, bounty=False).fee
    return {"fee_cents": fee, "fee_percent": rules.fees.mtt_percent}


def _registration(values: Values, rules: TournamentRules) -> Values:
    """Late registration ends with a level of the list, however short that is (TAMB-45)."""
    said, listed = rules.registration, values["blinds"]["levels"]
    levels = len(listed) if isinstance(listed, list) else said.late_levels
    if values.get("kind") != "sit_and_go":
        return {
            "late_levels": min(said.late_levels, levels),
            "max_entries": said.max_entries,
            "unregistration_closes_s": said.unregistration_closes_s,
            "minimum_entries": said.minimum_entries,
        }
    return {
        "late_levels": 0,
        "max_entries": said.max_entries,
        "unregistration_closes_s": 0,
        "minimum_entries": values["seats"],
        "entries_max": values["seats"],
    }


def _blinds(rules: TournamentRules) -> list[Values]:
    """The only blind structure that the rulebooks print (HEX-08)."""
    return _levels(rules.hexapro.games[0])


def _levels(game: HexaProGame) -> list[Values]:
    return [{"small": row.small, "big": row.big, "ante": row.ante} for row in game.blinds]


def _sections(values: Values, rules: TournamentRules) -> Mapping[str, Values]:
    """What the tables of the formats leave open (TAMB-69, TAMB-71, TAMB-73, TTB-01)."""
    bank = rules.timing.mtt_bank
    late = values["registration"].get("late_levels")
    return {
        "rebuy": {
            "until_level": late if type(late) is int and late > 0 else 1,
            "rebuys_max": rules.rebuy.rebuys_max,
            "answer_s": rules.rebuy.rebuy_answer_s,
        },
        "addon": {
            "chips": values.get("starting_stack"),
            "price_cents": values.get("price_cents"),
            "pause_s": rules.rebuy.addon_pause_s,
        },
        "bounty": {
            "style": "regular",
            "percent": rules.bounty.bounty_percent,
            "added_percent": rules.bounty.progressive_added_percent,
            "on_addons": rules.bounty.addons_carry_bounty,
        },
        "timebank": {"first_ms": bank.first_ms, "cap_ms": bank.cap_ms},
    }
