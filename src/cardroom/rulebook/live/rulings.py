"""What is decided about hands that went wrong: folded, killed, misdealt, exposed, absent."""

from typing import Annotated, Literal

from msgspec import Meta

from cardroom.rulebook.live.button import HandBegins
from cardroom.rulebook.switch import Rules, ruling, switch

Word = Literal["bet", "raise", "call", "all-in", "complete", "fold", "check"]
FoldedBy = Literal["forward_facedown", "exposed_on_turn", "touched_muck"]
Absent = Literal["live", "dead"]
ExposedOnTurn = Literal["folded", "passive"]
ExposedOffTurn = Literal["passive", "dead"]
KilledRefund = Literal["uncalled_excess", "whole_raise"]
OneExtraCard = Literal["returned", "misdeal"]
ExposedCounts = Literal["off_the_deck", "of_any_player"]
FoldWord = Literal["final", "if_unchanged"]
DealtCard = Annotated[int, Meta(ge=1, le=52)]
PassiveAction = Literal["check", "call", "fold", "bet", "raise"]


class RulingRules(Rules, frozen=True, kw_only=True):
    """Disputes, misdeals and exposed cards (LIVE-4, LIVE-10, LIVE-24 to LIVE-33, LIVE-40)."""

    manager_may_override: Annotated[bool, switch("LIVE-1")]
    action_words: Annotated[tuple[Word, ...], switch("LIVE-4")]
    complete_means: Annotated[Literal["call"], ruling("LAMB-52", "LIVE-4")]
    absent_without_action: Annotated[Absent, switch("LIVE-10")]
    absent_on_turn: Annotated[Absent, switch("LIVE-10")]

    folded_by: Annotated[tuple[FoldedBy, ...], switch("LIVE-24.p1")]
    retrieve_needs_identifiable: Annotated[bool, switch("LIVE-24.p2", "LIVE-39.b")]
    fold_word_out_of_turn: Annotated[FoldWord, switch("LAMB-28", "LIVE-24.p1", "LIVE-35.p2")]
    """The word alone, cards kept; released cards are folded for good."""
    contest_until: Annotated[HandBegins, switch("LIVE-25.p1", "LAMB-12")]
    killed_raise_refund: Annotated[KilledRefund, switch("LAMB-14", "LIVE-25.b")]
    absent_at_last_card: Annotated[Literal["dead"], ruling("LIVE-32")]
    time_request_needs_seat: Annotated[bool, switch("LIVE-32.a")]

    misdeal_active_limit: Annotated[int, switch("LIVE-33.p2", "LIVE-16.4", "LIVE-33", ge=0, le=9)]
    """After this many active actions, a wrong deal or button counts."""
    misdeal_after_flop: Annotated[bool, switch("LIVE-33.p3")]
    faulty_hand_after_flop: Annotated[Literal["dead"], ruling("LAMB-18", "LIVE-33.p3")]
    misdeal_extra_cards: Annotated[int, switch("LIVE-33.a", ge=1, le=52)]
    one_extra_card: Annotated[OneExtraCard, switch("LAMB-16", "LIVE-33.a")]
    misdeal_without_cards: Annotated[bool, switch("LIVE-33.b")]
    misdeal_exposed_cards: Annotated[tuple[DealtCard, ...], switch("LIVE-33.c")]
    """Which cards, counted in dealing order, may not be exposed."""
    misdeal_exposed_counts: Annotated[ExposedCounts, switch("LAMB-17", "LIVE-33.c")]
    exposed_cards_to_floor: Annotated[int, switch("LAMB-17", "LIVE-33.c", ge=1, le=52)]

    exposed_on_turn: Annotated[ExposedOnTurn, switch("LAMB-27", "LIVE-24.p1", "LIVE-40.p3")]
    exposed_off_turn: Annotated[ExposedOffTurn, switch("LAMB-27", "LIVE-40.p1")]
    exposed_after_betting: Annotated[Literal["live"], ruling("LAMB-27", "LIVE-40.p1")]
    passive_actions: Annotated[tuple[PassiveAction, ...], switch("LAMB-26", "LIVE-40.p1")]
    show_one_show_all: Annotated[bool, switch("LIVE-40.p4")]
