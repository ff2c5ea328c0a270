"""What the review hands to a person: a pair, how strong it is, and what speaks for them."""

from msgspec import Struct

from cardroom.integrity.detectors.company import CompanyKept

KINDS = {
    "soft_play": "they bet and raise less against each other than against others in the same spots",
    "value_transfer": "one gains more from the other's decisions than others do in the same spots",
    "weak_reraise": "they re-raise each other with weak hands while a third player is in",
    "dumping": "one pays the other off, and the other bets into them whatever they hold",
    "any_change": "they play each other differently from how they play others",
    "hidden_cards": "decisions follow cards of the other that they cannot see",
    "shared_folds": "one leaves the pot to others whenever the other holds more",
    "value_episode": "one gave the other much within few of their hands",
    "event_episode": "things that hardly ever happen came one after the other between them",
}
"""What each test has found, in words."""

IN_ONE_HAND = {
    **KINDS,
    "good_fold": "one folds the better hand to the other's bet",
    "bad_call": "one pays the other off with next to no chance",
    "nuts_checked": "one checks a hand that cannot lose when only the two are left",
    "gift": "a single decision gives the other several big blinds",
}
"""Why a hand is among those to open first: a single event, or what a test has found."""

BENIGN = {
    "soft_play": "Players who respect each other's bets, or two cautious players at a slow table.",
    "value_transfer": "One of them is simply better, or ran into the other while playing badly.",
    "weak_reraise": "A loose player attacks somebody who opens too many hands.",
    "dumping": "A beginner or a player on tilt against one who noticed and attacks.",
    "any_change": "They have played each other for long and have adapted.",
    "hidden_cards": "Chance, or timing that gives hands away at the table.",
    "shared_folds": "Chance, or a habit of folding behind a player who shows strength.",
    "value_episode": "A bad quarter of an hour against one opponent, or a feud after a lost pot.",
    "event_episode": "A feud, or a joke between friends that was over after some hands.",
}
"""The innocent story that fits best; a reviewer starts from it."""

CLEARING = {
    "soft_play": "They bet strong hands into each other in hands outside this period.",
    "value_transfer": "The gain goes away when the five hands are left out.",
    "weak_reraise": "Both keep playing against each other after the third has folded.",
    "dumping": "The same calls against others then, and no money moving between the two outside.",
    "any_change": "Others who play one of them as often have changed in the same way.",
    "hidden_cards": "The decisions are explained by the betting before them.",
    "shared_folds": "They fold such hands as often when the other holds less.",
    "value_episode": "The player lost to others in the same way at that time.",
    "event_episode": "The same things happened with others at that time.",
}
"""What would overturn the alert."""


class Episode(Struct, frozen=True, kw_only=True):
    """When something happened that did not last: the first and the last hand of it."""

    first: str
    last: str
    begun_ms: int
    ended_ms: int
    """Both 0 where nobody wrote down when hands were played."""
    hands: int
    """In how many hands between these two."""


class Evidence(Struct, frozen=True, kw_only=True):
    """One test that speaks for the alert: who towards whom, how often, and how often expected."""

    test: str
    actor: str
    partner: str
    observed: float
    expected: float
    p: float
    episode: Episode | None = None
    """Of an episode: what was found is within it; expected is the largest that chance makes."""


class BestHand(Struct, frozen=True, kw_only=True):
    """One of the hands to look at first."""

    key: str
    why: tuple[str, ...]
    big_blinds: float
    """What the decisions in it gave the other, without luck."""


class SuperuserAlert(Struct, frozen=True, kw_only=True):
    """A player whose decisions follow the hidden cards of all opponents.

    Benign: chance, or opponents whose timing gives their hands away. It would be cleared by
    ordinary folds and calls in hands outside the period.
    """

    player: str
    p: float
    q: float
    decisions: int
    follows: float
    """How strongly decisions follow hidden cards; 0 is not at all."""
    usual: float
    """The same at the median of all players."""


class TempoEvidence(Struct, frozen=True, kw_only=True):
    """One thing about a player's tempo: what was found, and what is usual among others."""

    test: str
    observed: float
    usual: float
    p: float


class QuickHand(Struct, frozen=True, kw_only=True):
    """A hand with a large pot in which the player took no longer than ever."""

    key: str
    think_ms: int
    big_blinds: float
    """The pot at the decision."""


class AlikeAccount(Struct, frozen=True, kw_only=True):
    """Another account that chooses the same in the same spots; context, never evidence."""

    player: str
    distance: float
    """How far apart their choices are, 0 to 1."""
    own: float
    """How far apart two halves of the player's own choices are."""


class BotAlert(Struct, frozen=True, kw_only=True):
    """A player whose times and choices are unlike those of all other players.

    Benign: a steady habit, a slow line that evens times out, or a tool that only clicks. It would
    be cleared by times that follow hard decisions in other hands, or by a talk with the player.
    """

    player: str
    p: float
    q: float
    decisions: int
    median_ms: int
    evidence: tuple[TempoEvidence, ...]
    hands: tuple[QuickHand, ...]
    longest_h: float
    """The longest time at the tables without a break; context."""
    hours_of_day: int
    """In how many of the 24 hours of the day they have played; context."""
    alike: tuple[AlikeAccount, ...] = ()


class Loss(Struct, frozen=True, kw_only=True):
    """What one player lost to another above the rest of the table; context, never evidence."""

    loser: str
    winner: str
    big_blinds: float
    share: float
    """Of everything the loser lost this way."""
    expected: float
    """The share of hands that the two have played together, among all the loser's partners."""
    z: float


class PairAlert(Struct, frozen=True, kw_only=True):
    """A pair whose play a person should look at. It names the pair, and proves nothing."""

    players: tuple[str, str]
    q: float
    """The share of false alerts that is expected among those at least as strong."""
    p: float
    shared_hands: int
    kind: str
    finding: str
    evidence: tuple[Evidence, ...]
    hands: tuple[BestHand, ...]
    benign_explanation: str
    would_clear: str
    total_impact: float
    """What the two gained together from their own decisions (TI), in big blinds, without luck."""
    marginal_impact: float
    """What each gave the other above what each gave the rest of the table (MaI)."""
    least_impact: float
    """The smaller of what the pair has from either one's decisions (MiI)."""
    centred_impact: float
    """The marginal impact less what both give everybody and get from everybody."""
    company: float
    """Shared hands over what chance would have them share; context, never evidence."""
    together: CompanyKept
    """When the two sat together, and how often they came and went together; context as well."""
