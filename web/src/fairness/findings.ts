// What can be wrong with a hand. Most words are those of both verifiers; the last ones only a player
// who was there can find. The words of all of them are in the area `fairness`.

export const FINDINGS = [
  "no_proof",
  "proof_malformed",
  "list_malformed",
  "signature_wrong",
  "key_unknown",
  "other_room",
  "other_hand",
  "other_game",
  "other_seats",
  "other_button",
  "seed_source_missing",
  "seed_twice",
  "seed_missing",
  "seed_wrong",
  "seed_unlisted",
  "seed_reused",
  "audit_wrong",
  "card_unknown",
  "opened_twice",
  "position_wrong",
  "path_wrong",
  "card_twice",
  "card_differs",
  "card_not_opened",
  "card_not_seen",
  "attempt_number_wrong",
  "attempt_deck_wrong",
  "attempt_not_needed",
  "seat_still_listed",
  "roots_changed",
  "list_changed",
  "other_draw",
  "question_malformed",
  "secret_wrong",
  "secret_changed",
  "number_wrong",
  "outcome_differs",
  "attempt_malformed",
  "attempt_signature_wrong",
  "attempt_other_draw",
  "attempt_secret_wrong",
  "attempt_seed_wrong",
  "own_commitment_missing",
  "own_commitment_changed",
  "own_reveal_denied",
] as const;

export type Code = (typeof FINDINGS)[number];

/** One thing that is wrong; `where` is a seat or the number of a dealt card, if it has one. */
export interface Finding {
  code: Code;
  where: number | null;
}

export function finding(code: Code, where: number | null = null): Finding {
  return { code, where };
}
