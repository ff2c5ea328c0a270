"""What a verifier can find wrong, each with a word for programs and a sentence for people."""

from msgspec import Struct

FINDINGS = {
    "no_proof": "the hand has no proof",
    "record_incomplete": "the history does not say enough about the hand to verify it",
    "proof_malformed": "the proof cannot be read",
    "list_malformed": "the signed list cannot be read",
    "signature_wrong": "the list is not signed by the key in the proof",
    "key_unknown": "the list is signed by a key other than the expected one",
    "other_room": "the list names another room than the one that has the key",
    "other_hand": "the list belongs to another hand",
    "other_game": "the list names another game",
    "other_seats": "other seats were dealt in than the list names",
    "other_button": "the button is not where the list has it",
    "seed_source_missing": "the seed source has not committed to a seed",
    "seed_twice": "somebody reveals two seeds",
    "seed_missing": "a seed that was committed to was not revealed, and it was drawn all the same",
    "seed_wrong": "a revealed seed is not the one that was committed to",
    "seed_unlisted": "a seed counts that nobody committed to",
    "seed_reused": "a seed was used before",
    "own_seed_missing": "your own seed did not count",
    "audit_wrong": "the deck that was not played is not the one that was committed to",
    "card_unknown": "a card is opened that was not dealt in this game",
    "opened_twice": "a dealt card is opened twice",
    "position_wrong": "a card does not come from where the cut says",
    "path_wrong": "a card is not the one that was fixed before the cut",
    "card_twice": "a card appears twice",
    "card_differs": "a card in the history is not the card in the proof",
    "card_not_opened": "a card in the history has no proof",
    "card_not_seen": "the proof opens a card that the history does not show",
    "attempt_malformed": "the list of an earlier attempt cannot be read",
    "attempt_signature_wrong": "the list of an earlier attempt is not signed",
    "attempt_other_hand": "an earlier attempt belongs to another hand, or was not dealt alike",
    "attempt_number_wrong": "the decks were not used in the order of their numbers",
    "attempt_deck_wrong": "a deck of an earlier attempt is not the one that was committed to",
    "attempt_seed_wrong": "a seed of an earlier attempt is not the one that was committed to",
    "attempt_not_needed": "it was drawn again although no player's seed was missing",
    "seat_still_listed": "somebody who withheld a seed contributes to the next draw",
    "split_view": "players have different lists or seeds for one hand or draw",
    "other_draw": "the button was drawn for another hand, or is not where it was drawn",
    "question_malformed": "what was to be drawn cannot be read",
    "secret_wrong": "the room's secret is not the one that was committed to",
    "number_wrong": "a number is not the one that the secret and all seeds give",
    "outcome_differs": "what was drawn is not what the numbers say",
    "attempt_other_draw": "an earlier attempt belongs to another draw, or asks something else",
    "attempt_secret_wrong": "the secret of an earlier attempt is not the committed one",
}
"""Every word that `verify` and `verify_draw` can answer; the second verifier has the same ones."""


class Finding(Struct, frozen=True, order=True):
    """One thing that is wrong; `where` is a seat, a player or a number, if it has one."""

    code: str
    where: int | None = None

    def __str__(self) -> str:
        said = FINDINGS[self.code]
        return said if self.where is None else f"{said} ({self.where})"
