"""What the lobby shows of a tournament before anybody registers (TRN-03)."""

from typing import Literal

import msgspec

from cardroom.rulebook.tournament import Blinds, TournamentRules
from cardroom.tournament.definition import Addon, Condition, Definition, Rebuy
from cardroom.tournament.entry_terms import EntryTerm, entry_terms
from cardroom.tournament.prizes.awards import Structure
from cardroom.units import Cents, Chips

Mark = Literal[
    "guaranteed", "freeroll", "satellite", "rebuy", "reentry", "multi_buy_in", "bounty", "phased"
]
"""What a tournament is, for icons and filters; an unmarked one is a freezeout."""


class DrawnPrize(msgspec.Struct, frozen=True, kw_only=True):
    """A pool that a HexaPro game may draw, how likely it is, and its split (HEX-01, HEX-05)."""

    multiplier_tenths: int
    per_100000: int
    percents: tuple[int, ...]
    """First place first."""
    starting_stack: Chips = 0
    level_s: int = 0
    """What everybody starts with, and the length of every level (HEX-07, HEX-09, HXT-05)."""


class TournamentInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The specific lobby: everything a player may want to know before paying."""

    name: str
    kind: str
    game: str
    edition: str
    marks: tuple[Mark, ...]
    search_words: tuple[str, ...]
    """Words of the edition that find it in the schedule (TYP-01, TAMB-05)."""
    price: Cents
    price_max: Cents
    fee: Cents
    seats: int
    starting_stack: Chips
    levels: tuple[Blinds, ...]
    level_s: int
    late_levels: int
    unregistration_until_ms: int | None
    """None where an entry cannot be given back, or until the last seat is filled."""
    unregistration: bool
    """Whether an entry can be given back at all (TRN-12)."""
    max_entries: int
    minimum_entries: int
    rebuy: Rebuy | None
    addon: Addon | None
    break_minute: int | None
    """Breaks begin at this minute of every hour (BRK-02); None without breaks."""
    guarantee: Cents
    conditions: tuple[Condition, ...]
    target: str
    """What a satellite is played for: the tournament, or a live package in words (TYP-05)."""
    phase_word: str
    """What a tournament of the first phase is called; empty where there are no phases (TYP-12)."""
    structure: Structure
    """The prizes for the entries so far; final only when registration has closed (TRN-08)."""
    terms: tuple[EntryTerm, ...]
    """The same in words: what a player agrees to by paying."""
    draw: tuple[DrawnPrize, ...] = ()
    """What a HexaPro game draws its pool from; empty for others."""


def info_of(
    definition: Definition,
    rules: TournamentRules,
    *,
    starts_ms: int | None,
    structure: Structure = (),
) -> TournamentInfo:
    """Describe a tournament for its lobby (TRN-03, TYP-05, TYP-06, BRK-02)."""
    said, satellite = definition.registration, definition.satellite
    until_ms = None
    if starts_ms is not None and said.unregistration:
        until_ms = starts_ms - 1000 * said.unregistration_closes_s
    return TournamentInfo(
        name=definition.name,
        kind=definition.kind,
        game=definition.game,
        edition=definition.edition,
        marks=marks_of(definition),
        search_words=_search_words(definition, rules),
        price=definition.price_cents,
        price_max=definition.price_max,
        fee=definition.fee_cents,
        seats=definition.seats,
        starting_stack=definition.starting_stack,
        levels=definition.blinds.levels,
        level_s=definition.blinds.level_s,
        late_levels=said.late_levels,
        unregistration_until_ms=until_ms,
        unregistration=said.unregistration,
        max_entries=said.max_entries,
        minimum_entries=said.minimum_entries,
        rebuy=definition.rebuy,
        addon=definition.addon,
        break_minute=rules.levels.break_minute if definition.breaks else None,
        guarantee=definition.guarantee_cents,
        conditions=definition.freeroll.conditions if definition.freeroll else (),
        target=(satellite.package or satellite.target) if satellite else "",
        phase_word=rules.phased.phase_word if definition.phased else "",
        structure=structure,
        terms=entry_terms(definition, rules),
        draw=_draw(definition, rules),
    )


def _draw(definition: Definition, rules: TournamentRules) -> tuple[DrawnPrize, ...]:
    """The prize table of a HexaPro game, the largest pool first."""
    if not definition.is_hexapro:
        return ()
    game = next(one for one in rules.hexapro_games if one.code == definition.kind)
    prizes = sorted(game.prizes, key=lambda prize: -prize.multiplier_tenths)
    return tuple(
        DrawnPrize(
            multiplier_tenths=prize.multiplier_tenths,
            per_100000=prize.probability,
            percents=game.percents(prize),
            starting_stack=game.starting_stack(prize),
            level_s=game.level_s(prize),
        )
        for prize in prizes
    )


def marks_of(definition: Definition) -> tuple[Mark, ...]:
    """What the lobby marks clearly (TYP-01, TYP-06)."""
    marks: dict[Mark, bool] = {
        "guaranteed": definition.guarantee_cents > 0,
        "freeroll": definition.freeroll is not None,
        "satellite": definition.satellite is not None,
        "rebuy": definition.rebuy is not None,
        "reentry": definition.registration.max_entries > 1,
        "multi_buy_in": definition.multi_buy_in is not None,
        "bounty": definition.bounty is not None,
        "phased": definition.phased is not None,
    }
    return tuple(mark for mark, holds in marks.items() if holds)


def _search_words(definition: Definition, rules: TournamentRules) -> tuple[str, ...]:
    words = []
    if definition.guarantee_cents and rules.formats.guaranteed_filter:
        words.append(rules.formats.guaranteed_filter)
    if definition.kind == "hexapro_extreme":
        words.extend(rules.extreme.search_aliases)
    return tuple(words)
