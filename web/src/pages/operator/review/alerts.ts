// What an alert says, in words and figures.

import { t } from "../../../i18n/index.svelte";
import type { AlertView } from "../../../wire";
import { whole } from "../../parts/when";

/** The kinds of finding that have words of their own; some are of single hands, or of alerts of earlier versions. */
export const FINDINGS = ["soft_play", "nuts_checked", "good_fold", "bad_call", "gift", "value_transfer", "raises", "weak_reraise", "dumping", "any_change", "hidden_cards", "shared_folds", "value_episode", "event_episode"] as const;
export type FindingKind = (typeof FINDINGS)[number];

/** The players of an alert by name. */
export function namesOf(alert: AlertView): string {
  return alert.players.map((player) => nameIn(alert, player)).join(" · ");
}

export function nameIn(alert: AlertView, player: number | string): string {
  return alert.names[String(player)] ?? t("office.player_number", { player });
}

/** What the test for programs looks at. */
export const TEMPO = ["follows", "scatter", "echo", "shape", "steps", "same"] as const;

export function tempoOf(word: string): (typeof TEMPO)[number] | null {
  return TEMPO.find((one) => one === word) ?? null;
}

export function kindOf(word: string): FindingKind | null {
  return FINDINGS.find((one) => one === word) ?? null;
}

const RAREST = 1e-6;

/** A chance as people read it: "1 in 15,000"; nobody has ever measured what comes once in a million pairs. */
export function oneIn(p: number): string {
  return p < RAREST ? t("review.more_than", { count: whole(1 / RAREST) }) : whole(Math.round(1 / p));
}
