"""The fields of one hand: what each must look like, and the one scale of all its amounts."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NoReturn, Protocol

from cardroom.history.actions import PLAYERS_MAX, Action, parse_action, parse_number
from cardroom.history.amounts import AMOUNT_MAX, PLACES_MAX, Number, common_places, units
from cardroom.history.record import VARIANTS, HandRecord

ACTIONS_MAX = 2_000

SINGLE = ("bring_in", "small_bet", "big_bet", "min_bet")
BY_PLAYER = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
REQUIRED = ("variant", "antes", "starting_stacks", "actions")
NEEDED = {"NT": ("min_bet",), "PO": ("min_bet",), "FT": ("small_bet", "big_bet")}
MONEY = ("currency", "currency_symbol")


class Refuse(Protocol):
    """Raises InvalidFile for a key of the hand being read."""

    def __call__(self, reason: str, *, key: str = "") -> NoReturn: ...


def read_fields(values: Mapping[str, Any], refuse: Refuse) -> HandRecord:
    """Turn the parsed fields of one hand into a record, or refuse with the key at fault."""
    _verify_presence(values, refuse)
    players = len(_numbers(values, "antes", refuse))
    if not 2 <= players <= PLAYERS_MAX:
        refuse(f"a hand has 2 to {PLAYERS_MAX} players", key="antes")
    lists = {key: _numbers(values, key, refuse) for key in BY_PLAYER if key in values}
    singles = {key: _number(values[key], key, refuse) for key in SINGLE if key in values}
    _verify_lengths(values, players, refuse)
    texts = _action_texts(values["actions"], refuse)
    places = _places(values, lists, singles, texts, refuse)
    amounts = {key: _units(numbers, places) for key, numbers in lists.items()}
    return HandRecord(
        variant=values["variant"],
        places=places,
        actions=_actions(texts, players, places, refuse),
        antes=_whole(amounts["antes"], "antes", refuse),
        blinds_or_straddles=_blinds(amounts, players, refuse),
        starting_stacks=amounts["starting_stacks"],
        finishing_stacks=amounts.get("finishing_stacks"),
        winnings=amounts.get("winnings"),
        ante_trimming_status=_truth(values, "ante_trimming_status", refuse),
        players=_texts(values, "players", refuse),
        seats=_seats(values, refuse),
        other={key: value for key, value in values.items() if key not in _KNOWN},
        **{key: units(number, places) for key, number in singles.items()},
    )


_KNOWN = {*SINGLE, *BY_PLAYER, *REQUIRED, "ante_trimming_status", "players", "seats"}


def _verify_presence(values: Mapping[str, Any], refuse: Refuse) -> None:
    for key in REQUIRED:
        if key not in values:
            refuse("this field is missing", key=key)
    variant = values["variant"]
    if not isinstance(variant, str) or variant not in VARIANTS:
        refuse(f"{variant!r} is not a variant; known are {', '.join(VARIANTS)}", key="variant")
    for key in (*NEEDED.get(variant, ()), *(["blinds_or_straddles"] if variant in NEEDED else [])):
        if key not in values:
            refuse(f"this field is missing; {variant} needs it", key=key)


def _numbers(values: Mapping[str, Any], key: str, refuse: Refuse) -> list[Number]:
    found = values[key]
    if not isinstance(found, list):
        refuse("a list of amounts is needed", key=key)
    return [_number(value, f"{key}[{place}]", refuse) for place, value in enumerate(found)]


def _number(value: Any, key: str, refuse: Refuse) -> Number:
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not _fits(value, key):
        refuse(f"{value} is not an amount", key=key)
    return value


def _fits(number: Number, key: str) -> bool:
    """Tell amounts from other numbers; infinity is a stack that nobody knows."""
    if isinstance(number, Decimal) and not number.is_finite():
        unknown = number.is_infinite() and not number.is_signed()
        return unknown and key.startswith(("starting_stacks", "finishing_stacks"))
    minimum = -AMOUNT_MAX if key.startswith("blinds_or_straddles") else 0
    return minimum <= number <= AMOUNT_MAX


def _verify_lengths(values: Mapping[str, Any], players: int, refuse: Refuse) -> None:
    for key in (*BY_PLAYER, "players", "seats"):
        found = values.get(key)
        if isinstance(found, list) and len(found) != players:
            refuse(f"{len(found)} entries for {players} players", key=key)


def _action_texts(found: object, refuse: Refuse) -> list[str]:
    if not isinstance(found, list) or len(found) > ACTIONS_MAX:
        refuse(f"a list of at most {ACTIONS_MAX} actions is needed", key="actions")
    for place, text in enumerate(found):
        if not isinstance(text, str):
            refuse(f"{text!r} is not an action", key=f"actions[{place}]")
    return found


def _places(
    values: Mapping[str, Any],
    lists: Mapping[str, list[Number]],
    singles: Mapping[str, Number],
    texts: list[str],
    refuse: Refuse,
) -> int:
    """Find one scale for all amounts of the hand, from its fields and its raises."""
    numbers: list[Number] = [number for key in lists for number in lists[key]]
    numbers += [*singles.values(), *_raises(texts, refuse)]
    places = common_places(numbers, money=any(key in values for key in MONEY))
    if places > PLACES_MAX:
        refuse(f"amounts have at most {PLACES_MAX} decimals")
    return places


def _raises(texts: list[str], refuse: Refuse) -> Iterator[Decimal]:
    for place, text in enumerate(texts):
        match text.partition("#")[0].split():
            case [_, "cbr", number]:
                try:
                    yield parse_number(number)
                except ValueError as error:
                    refuse(str(error), key=f"actions[{place}]")


def _units(numbers: list[Number], places: int) -> tuple[int | None, ...]:
    return tuple(
        units(number, places) if isinstance(number, int) or number.is_finite() else None
        for number in numbers
    )


def _actions(texts: list[str], players: int, places: int, refuse: Refuse) -> tuple[Action, ...]:
    actions = []
    for place, text in enumerate(texts):
        try:
            actions.append(
                parse_action(text, players=players, amount=lambda number: units(number, places))
            )
        except ValueError as error:
            refuse(str(error), key=f"actions[{place}]")
    return tuple(actions)


def _whole(amounts: tuple[int | None, ...], key: str, refuse: Refuse) -> tuple[int, ...]:
    """Narrow to amounts that are all known, as `_number` has seen to."""
    known = tuple(amount for amount in amounts if amount is not None)
    if len(known) != len(amounts):
        refuse("an amount is not known", key=key)
    return known


def _blinds(
    amounts: Mapping[str, tuple[int | None, ...]], players: int, refuse: Refuse
) -> tuple[int, ...]:
    found = amounts.get("blinds_or_straddles")
    return (0,) * players if found is None else _whole(found, "blinds_or_straddles", refuse)


def _truth(values: Mapping[str, Any], key: str, refuse: Refuse) -> bool:
    found = values.get(key, False)
    if not isinstance(found, bool):
        refuse("true or false is needed", key=key)
    return found


def _texts(values: Mapping[str, Any], key: str, refuse: Refuse) -> tuple[str, ...] | None:
    found = values.get(key)
    if found is None:
        return None
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        refuse("a list of names is needed", key=key)
    return tuple(found)


def _seats(values: Mapping[str, Any], refuse: Refuse) -> tuple[int, ...] | None:
    found = values.get("seats")
    if found is None:
        return None
    if not isinstance(found, list) or not all(type(seat) is int for seat in found):
        refuse("a list of seat numbers is needed", key="seats")
    return tuple(found)
