// Words for what happens at the table of a tournament.

import { chips } from "../../format";
import { t } from "../../i18n/index.svelte";
import type { DealView, LevelView, TablesMerged } from "../../wire";

/** "200/400 (50)": blinds, and an ante if there is one. */
export function blindsOf({ small, big, ante = 0 }: Pick<LevelView, "small" | "big"> & { ante?: number }): string {
  return `${chips(small)}/${chips(big)}${ante > 0 ? ` (${chips(ante)})` : ""}`;
}

/** What everybody hears at tables that become one (BAL-02); `here` is the number of the own table. */
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
