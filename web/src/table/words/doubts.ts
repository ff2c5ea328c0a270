// What to ask about an amount before it is bet, and about an all-in by key.

import { t } from "../../i18n/index.svelte";
import type { TableStore } from "../state/store.svelte";

/** What the player has to confirm, by a press or by the same command again, or what is wrong with what they typed; empty when all is well. */
export function doubtWords(table: TableStore, by: "press" | "command" = "press"): string {
  const { decision } = table;
  const { doubt, spot, typing } = decision;
  if (doubt?.kind === "all_in") return t("acting.all_in_again");
  if (doubt?.kind === "no_amount") return t("acting.no_amount");
  if (doubt) return t(`acting.${doubt.kind}_${by}`, { amount: table.write(doubt.to) });
  if (!spot || typing === "fits" || decision.typed === "") return "";
  if (typing === "no_amount") return t("acting.no_amount");
  const limit = table.write(typing === "too_little" ? spot.least : spot.most);
  return t(typing === "too_little" ? "acting.least" : "acting.most", { amount: limit });
}
