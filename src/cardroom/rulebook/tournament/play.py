"""How a tournament runs: level clock, breaks, hand for hand, absent players, order of finish."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch

Game = Literal["nl-holdem", "pl-omaha"]
ClockStop = Literal["break", "staff_pause", "crash_recovery"]


class LevelRules(Rules, frozen=True, kw_only=True):
    """The level clock and the synchronised breaks (TRN-26, BRK-01 to BRK-04)."""

    clock_starts: Annotated[Literal["first_deal"], ruling("TAMB-45", "TRN-26")]
    level_of_hand: Annotated[Literal["in_force_when_dealt"], ruling("TAMB-45", "TRN-26")]
    level_change_order: Annotated[Literal["before_other_events"], ruling("TAMB-45")]
    clock_stops_for: Annotated[tuple[ClockStop, ...], switch("TAMB-45")]
    after_last_level: Annotated[Literal["last_level_continues"], ruling("TAMB-45")]
    break_minute: Annotated[int, switch("BRK-01", "BRK-02", "TAMB-64", ge=0, le=59)]
    """Minute of the hour from which no new hand is dealt."""
    break_hour: Annotated[Literal["operator_time_zone_at_the_start"], ruling("TAMB-64", "BRK-02")]
    """Whose hour: minute 55 of a zone half an hour off UTC is minute 25 of UTC."""
    break_s: Annotated[int, switch("TAMB-64", "BRK-04", ge=1, le=3600)]
    break_begins: Annotated[Literal["last_table_finished"], ruling("BRK-03", "TAMB-64")]
    break_level_min: Annotated[int, switch("BRK-04", "TAMB-64", ge=1, le=1000)]
    """No break in the levels below this one."""


class HandForHandRules(Rules, frozen=True, kw_only=True):
    """Synchronised hands near the money (H4H-01 to H4H-04)."""

    places_before_money: Annotated[int, switch("TAMB-58", "H4H-01", ge=0, le=1000)]
    """Hand for hand begins with this many players or fewer above the paid places."""
    tables_min: Annotated[int, switch("H4H-01", "TAMB-58", ge=2, le=1000)]
    begins: Annotated[Literal["registration_and_purchases_closed"], ruling("TAMB-58", "H4H-01")]
    satellite_ends: Annotated[Literal["end_of_event"], ruling("TAMB-58")]
    deal: Annotated[Literal["all_tables_together"], ruling("H4H-02", "TAMB-59", "TAMB-17")]
    level_clock_runs: Annotated[bool, switch("TAMB-59")]
    eliminations_final: Annotated[Literal["last_table_commits"], ruling("TAMB-59", "H4H-03")]


class FinishRules(Rules, frozen=True, kw_only=True):
    """The order in which players finish (TRN-19 to TRN-21, H4H-03, H4H-04)."""

    simultaneous: Annotated[Literal["one_hand_or_synchronised_hand"], ruling("TAMB-60", "H4H-03")]
    better_of_simultaneous: Annotated[
        Literal["more_chips_before_forced_bets"], ruling("TRN-20", "H4H-04", "TAMB-60")
    ]
    equal_chips: Annotated[Literal["random"], ruling("TRN-21", "TAMB-60")]
    places: Annotated[Literal["next_above_players_left"], ruling("TAMB-61")]
    disqualified_place: Annotated[Literal["players_left_at_that_moment"], ruling("TAMB-89")]
    disqualified_prize: Annotated[Literal["held_until_decided"], ruling("TAMB-89", "TRN-23")]


class PlayRules(Rules, frozen=True, kw_only=True):
    """What holds at the table: game, absent players, sitting out, crashes (TRN-16 to TRN-25)."""

    game: Annotated[Game, switch("TAMB-97")]
    """The game when a tournament names no other."""
    rake_permille: Annotated[int, ruling("TAMB-97", "PRZ-04", ge=0, le=0)]
    antes_count_as_bet: Annotated[bool, switch("TAMB-97")]
    redealt_hand: Annotated[
        Literal["same_positions_at_level_in_force"], ruling("TAMB-97", "TRN-25")
    ]
    shuffle: Annotated[Literal["before_every_hand"], ruling("TAMB-28", "HEX-10")]
    sitting_out: Annotated[Literal["dealt_in_and_folds_at_once"], ruling("TRN-17", "TAMB-63")]
    """An absent player folds when it is their turn, even where checking is free."""
    absent_all_in: Annotated[Literal["stays_to_showdown"], ruling("TAMB-63")]
    absent_table_hand_s: Annotated[int, switch("TAMB-63", ge=0, le=600)]
    """Shortest time between deals at a table where everybody is absent."""
    absent_hands_max: Annotated[int, switch("TAMB-101", "TAMB-63", ge=2, le=100_000)]
    """After this many hands with nobody there, at every table, the tournament is over."""
    all_absent: Annotated[Literal["places_by_chips"], ruling("TAMB-101", "TRN-20", "TRN-21")]
    barred_players: Annotated[
        Literal["entry_back_until_start_then_under_review"], ruling("TAMB-102", "TRN-13", "TRN-24")
    ]
    sitting_out_forbidden: Annotated[Literal["by_agreement"], ruling("TRN-18", "TAMB-16")]
    """Two players who happen to be absent together break no rule."""
    crash_voids: Annotated[Literal["hands_in_progress"], ruling("TRN-25", "TAMB-29")]
    """A malfunction voids no committed hand and no prize that was paid."""
