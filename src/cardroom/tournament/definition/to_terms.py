"""From a definition and its edition to the terms that a tournament is run by."""

import msgspec

from cardroom.engine.timebank import BankTerms
from cardroom.ledger.tickets import Ticket
from cardroom.rulebook import Edition
from cardroom.rulebook.tournament import TournamentRules
from cardroom.rulebook.tournament.hexapro_game import HexaProGame
from cardroom.tournament.definition import Definition, Vip
from cardroom.tournament.terms import (
    Family,
    Level,
    RebuyTerms,
    SatelliteTerms,
    Terms,
    VipTerms,
    bank_terms,
)


def terms_of(
    definition: Definition,
    edition: Edition,
    *,
    starts_ms: int | None = None,
    utc_offset_ms: int = 0,
) -> Terms:
    """What the running tournament needs; Sit & Gos and HexaPro have no start time (TYP-02).

    `utc_offset_ms` is how far the operator's clock is ahead of UTC at the start: the breaks are at
    minute 55 of that clock (TAMB-64).
    """
    rules = edition.tournament
    assert rules is not None, "an edition with tournaments"
    assert edition.name == definition.edition, "the edition that the definition names"
    family = _family(definition)
    assert (starts_ms is not None) == (family == "mtt"), "a time for what is scheduled"
    bounty, satellite = definition.bounty, definition.satellite
    return Terms(
        edition=edition.name,
        inherits=edition.inherits or edition.name,
        currency=definition.currency,
        rules=rules,
        hand_rules=edition.hand,
        family=family,
        game=definition.game,
        seats=definition.seats,
        starting_stack=definition.starting_stack,
        levels=_levels(definition),
        bank=_bank(definition, rules, family),
        real_money=definition.freeroll is None,
        starts_ms=starts_ms,
        utc_offset_ms=utc_offset_ms,
        late_levels=definition.registration.late_levels,
        entries_min=definition.registration.minimum_entries,
        synchronised_breaks=definition.breaks,
        places_before_money=definition.hand_for_hand_places,
        ends_after_level=definition.phased.first_phase_levels if definition.phased else None,
        guarantee=definition.guarantee_cents,
        added=definition.freeroll.added_cents if definition.freeroll else 0,
        bounty=bounty.style if bounty else "none",
        vip=_vip(bounty.vip, definition.currency) if bounty and bounty.vip else None,
        satellite=SatelliteTerms(
            seat_price=satellite.seat_price_cents, seats_guaranteed=satellite.guaranteed_seats
        )
        if satellite
        else None,
        rebuy=_rebuy(definition, rules),
        hexapro=_hexapro(definition, rules),
        buy_in=definition.price_cents if definition.is_hexapro else 0,
    )


def _family(definition: Definition) -> Family:
    if definition.is_hexapro:
        return "hexapro"
    return "sng" if definition.kind == "sit_and_go" else "mtt"


def _levels(definition: Definition) -> tuple[Level, ...]:
    length_ms = 1000 * definition.blinds.level_s
    return tuple(Level(row.small, row.big, row.ante, length_ms) for row in definition.blinds.levels)


def _bank(definition: Definition, rules: TournamentRules, family: Family) -> BankTerms:
    """The time bank of the family, or the tournament's own (TTB-01)."""
    timing = rules.timing
    bank = {"mtt": timing.mtt_bank, "sng": timing.sng_bank, "hexapro": timing.hexapro_bank}[family]
    own = definition.timebank
    if own is not None:
        bank = msgspec.structs.replace(bank, first_ms=own.first_ms, cap_ms=own.cap_ms)
    return bank_terms(timing, bank)


def _rebuy(definition: Definition, rules: TournamentRules) -> RebuyTerms | None:
    rebuy, addon = definition.rebuy, definition.addon
    if rebuy is None:
        return None
    return RebuyTerms(
        until_level=rebuy.until_level,
        rebuys_max=rebuy.rebuys_max,
        addons_max=rules.rebuy.addons_per_entry if addon else 0,
        answer_ms=1000 * rebuy.answer_s,
        addon_pause_ms=1000 * (addon.pause_s if addon else rules.rebuy.addon_pause_s),
    )


def _vip(vip: Vip, currency: str) -> VipTerms:
    """The extra bounty: cash, or a ticket of its worth (TYP-11, TAMB-74)."""
    ticket = Ticket(currency, vip.extra_cents, vip.ticket) if vip.ticket else None
    return VipTerms(player=vip.player, bounty=vip.extra_cents, ticket=ticket)


def _hexapro(definition: Definition, rules: TournamentRules) -> HexaProGame | None:
    games = (game for game in rules.hexapro_games if game.code == definition.kind)
    return next(games, None)
