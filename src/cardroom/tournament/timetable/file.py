"""One file of the folder `tournaments/`: a definition, and when or how often it is held.

The definition is as in `definition/file.py`, whole or on top of a packaged format; the tables
[schedule] and [on_demand] say the rest. What does not fit is refused with file, line, key, reason.
"""

import tomllib
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from cardroom.errors import InvalidFile
from cardroom.rulebook import Edition
from cardroom.rulebook.source import Source
from cardroom.rulebook.suggestions import did_you_mean
from cardroom.rulebook.switch import Rules
from cardroom.struct_errors import shown, struct_error
from cardroom.tournament.definition import HEXAPRO, Definition
from cardroom.tournament.definition.examples import FORMATS, text_of
from cardroom.tournament.definition.file import Editions, definition_in, tournament_rules
from cardroom.tournament.definition.messages import in_words
from cardroom.tournament.timetable.starts import (
    PATTERNS,
    StartProblem,
    StartTable,
    announced_s,
    starts_of,
)
from cardroom.tournament.timetable.timetable import HouseDefaults, OnDemand, Scheduled
from cardroom.units import Cents, euros

HOUSE = "house"
"""The edition of a file that plays by the rules of the room."""
OWN_KEYS = ("format", "schedule", "on_demand")
"""What a file of the timetable has besides the keys of a definition."""
FROM_FORMAT_NOT = ("name", "edition")
"""What a file says itself, whatever its format."""

Values = dict[str, Any]
Path = tuple[str | int, ...]
T = TypeVar("T", bound=Rules)


class DemandTable(Rules, frozen=True, kw_only=True):
    """The table [on_demand] of a file: at which buy-ins there are games, and who may come."""

    buy_ins_cents: (
        Literal["all"]
        | Annotated[
            tuple[Annotated[int, Meta(ge=1, le=100_000_000)], ...],
            Meta(min_length=1, max_length=50),
        ]
        | None
    ) = None
    """One queue for each; `all` are those that the edition prints; left out, the price alone."""
    practice_players: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many practice players may sit down in one game at the most."""
    programs: bool = False
    """Whether accounts marked as programs may enter (FAIR-07)."""


def read_file(
    text: str, file: str, *, house: HouseDefaults, editions: Editions
) -> list[Scheduled | OnDemand]:
    """What a file offers: one tournament with start times, or games at one or more buy-ins."""
    source = Source(file, text)
    _verify_keys(source)
    values, found = _in_house_currency(source, house), _editions_of(house, editions)
    if values.get("kind") in (*HEXAPRO, "sit_and_go"):
        return list(_on_demand(source, values, found))
    return [_scheduled(source, values, found)]


def read_single(text: str, file: str, *, house: HouseDefaults, editions: Editions) -> Definition:
    """The tournament or game of a file that is held once; its start is not in the file."""
    source = Source(file, text)
    _verify_keys(source)
    for key in ("schedule", "on_demand"):
        if key in source.data:
            reason = "not in a file for one tournament: add the file as an offer, or drop it"
            raise source.error(reason, key)
    values = _in_house_currency(source, house)
    definition = definition_in(source, values, _editions_of(house, editions))
    if definition.kind == "phased":
        reason = "'phased' has several starts: give it a [schedule] and add it as an offer"
        raise source.error(reason, "kind")
    return definition


def _in_house_currency(source: Source, house: HouseDefaults) -> Values:
    """The values of a file with its format, for the money of the house."""
    values = _with_format(source)
    values.setdefault("currency", house.currency)
    if values["currency"] != house.currency:
        reason = f"the room plays for {house.currency}, not for {shown(values['currency'])}"
        raise source.error(reason, "currency")
    return values


def _editions_of(house: HouseDefaults, editions: Editions) -> Editions:
    def found(name: str) -> Edition | None:
        return house.edition if name in (HOUSE, house.edition.name) else editions(name)

    return found


def _verify_keys(source: Source) -> None:
    known = (*Definition.__struct_fields__, *OWN_KEYS)
    for key in source.data:
        if key not in known and (near := did_you_mean(key, known)):
            raise source.error(f"unknown key{near}", key)


def _with_format(source: Source) -> Values:
    """The file's values on top of those of the format that it names; its tables go together."""
    said = {key: value for key, value in source.data.items() if key not in OWN_KEYS}
    name = source.data.get("format")
    if name is None:
        return said
    if name not in FORMATS:
        near = did_you_mean(name, FORMATS) if isinstance(name, str) else ""
        known = near or f"; there are {', '.join(FORMATS)}"
        raise source.error(f"{shown(name)} is not a format{known}", "format")
    values: Values = tomllib.loads(text_of(name))
    for key in FROM_FORMAT_NOT:
        del values[key]
    for key, value in said.items():
        under = values.get(key)
        both = isinstance(value, dict) and isinstance(under, dict)
        values[key] = {**under, **value} if both and under else value
    return values


def _scheduled(source: Source, values: Values, editions: Editions) -> Scheduled:
    if "on_demand" in source.data:
        reason = "only for Sit & Gos and HexaPro; this one starts at a time: [schedule]"
        raise source.error(reason, "on_demand")
    definition = definition_in(source, values, editions)
    if "schedule" not in source.data:
        raise source.error('missing; when it starts, as at = "20:00" under [schedule]', "schedule")
    table = _table(source, "schedule", StartTable)
    try:
        starts = starts_of(table, phased=definition.kind == "phased")
        announced = announced_s(table)
    except StartProblem as problem:
        raise source.error(problem.reason, "schedule", *problem.path) from None
    opens_s = announced if table.opens_s is None else table.opens_s
    if opens_s > announced:
        reason = f"registration cannot open before it is announced, {announced} s"
        raise source.error(reason, "schedule", "opens_s")
    return Scheduled(
        name=definition.name,
        file=source.file,
        definition=definition,
        starts=starts,
        announced_s=announced,
        opens_s=opens_s,
        practice_players=table.practice_players,
        programs=table.programs,
    )


def _on_demand(source: Source, values: Values, editions: Editions) -> list[OnDemand]:
    """One queue a buy-in; where there are several, the price is part of the name (HEX-02)."""
    if "schedule" in source.data:
        raise source.error("it starts when it is full: use [on_demand] (TYP-02)", "schedule")
    _verify_buy_ins(source)
    table = _table(source, "on_demand", DemandTable)
    prices = _buy_ins(source, values, table, editions)
    several = table.buy_ins_cents is not None
    _, rules = tournament_rules(source, values, editions)
    games = []
    for row, price in enumerate(prices):
        named = {"name": f"{values['name']} {_amount(price)}", "price_cents": price}
        definition = _definition(source, {**values, **(named if several else {})}, editions, row)
        if table.practice_players >= definition.seats:
            reason = f"must leave a seat for somebody: at most {definition.seats - 1}"
            raise source.error(reason, "on_demand", "practice_players")
        games.append(
            OnDemand(
                name=definition.name,
                file=source.file,
                definition=definition,
                games_max=rules.hexapro.games_at_once_max if definition.is_hexapro else 1,
                practice_players=table.practice_players,
                programs=table.programs,
            )
        )
    return games


def _verify_buy_ins(source: Source) -> None:
    """Say what may be written before a type says it less well."""
    table = source.data.get("on_demand")
    said = table.get("buy_ins_cents", "all") if isinstance(table, dict) else "all"
    if said != "all" and not isinstance(said, list):
        reason = f'must be a list of cents, as [100, 200], or "all", not {shown(said)}'
        raise source.error(reason, "on_demand", "buy_ins_cents")


def _buy_ins(
    source: Source, values: Values, table: DemandTable, editions: Editions
) -> tuple[Cents, ...]:
    said = table.buy_ins_cents
    if said is None:
        return (0,)
    for key in ("price_cents", "fee_cents"):
        if key in source.data:
            raise source.error("several buy-ins have the edition's fees: drop it", key)
    if not isinstance(values.get("name"), str):
        raise source.error('missing; what the lobby shows, as name = "HexaPro"', "name")
    if "satellite" in values:
        reason = "a satellite has one price: set price_cents"
        raise source.error(reason, "on_demand", "buy_ins_cents")
    if said != "all":
        twice = [row for row, price in enumerate(said) if price in said[:row]]
        if twice:
            reason = f"{euros(said[twice[0]])} is twice in it"
            raise source.error(reason, "on_demand", "buy_ins_cents", twice[0])
        return said
    _, rules = tournament_rules(source, values, editions)
    if values["kind"] in HEXAPRO:
        game = rules.hexapro_game(values["kind"])
        return game.buy_ins_cents if game else (rules.hexapro.games[0].buy_ins_cents[0],)
    seats = values.get("seats", rules.seating.sng_seats[0])
    printed = rules.fees.sng_prices(2 if seats == 2 else 5)
    return tuple(row.price_cents for row in printed)


def _definition(source: Source, values: Values, editions: Editions, row: int) -> Definition:
    """A price that does not fit is named where the file has it."""
    try:
        return definition_in(source, values, editions)
    except InvalidFile as error:
        if error.key == "price_cents" and "price_cents" not in source.data:
            path: Path = ("on_demand", "buy_ins_cents", row)
            raise source.error(error.reason, *path) from None
        raise


def _amount(price: Cents) -> str:
    """A price as part of a name: 5, 2.50."""
    return euros(price).removesuffix(".00")


def _table(source: Source, key: str, kind: type[T]) -> T:
    """A table of the file as its struct."""
    values = source.data.get(key, {})
    if not isinstance(values, dict):
        raise source.error(f"must be a table [{key}], not {shown(values)}", key)
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        wrong = struct_error(values, kind, error, PATTERNS)
    if wrong.unknown:
        fields = kind.__struct_fields__
        near = did_you_mean(wrong.unknown, fields) or f"; there are {', '.join(fields)}"
        raise source.error(f"unknown key{near}", key, wrong.unknown)
    raise source.error(in_words(wrong.reason, wrong.path), key, *wrong.path)
