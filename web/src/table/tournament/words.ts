// Words for what happens at the table of a tournament.

import { chips, thousands } from "../../format";
import { t } from "../../i18n/index.svelte";
import type { DealView, LevelView, TablesMerged } from "../../wire";

type Blinds = Pick<LevelView, "small" | "big"> & { ante?: number };

/** "200/400 (50)": blinds, and an ante if there is one. */
export function blindsOf(level: Blinds, write: (count: number) => string = chips): string {
  const { small, big, ante = 0 } = level;
  return `${write(small)}/${write(big)}${ante > 0 ? ` (${write(ante)})` : ""}`;
}

/** From this big blind on there is no room for three whole numbers in the header of a phone. */
const SHORT_FROM = 8_000;

/** The same where there is little room: "100k/200k (25k)". */
export function shortBlindsOf(level: Blinds): string {
  return blindsOf(level, level.big < SHORT_FROM ? chips : thousands);
}

/** What everybody hears at tables that become one (BAL-02); `here` is the number of the player's own table. */
export function mergedWords({ broken, into, is_final }: TablesMerged, here: number): string {
  if (here === broken) return t("felt.merged_away", { into: into.map((one) => chips(one)).join(", ") });
  return t(is_final ? "felt.merged_final" : "felt.merged_here", { broken });
}

export const DEAL_KINDS = ["icm", "chips", "even"] as const;
export type DealKind = DealView["kind"];

/** How the prizes are shared. */
export function dealKindWords(kind: DealKind): string {
  return t(`felt.deal_${kind}`);
}
