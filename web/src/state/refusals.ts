// A refusal in a sentence that says what to do.

import type { Refused } from "../api";
import { amount } from "../format";
import { fill, known, t } from "../i18n/index.svelte";

const NO_MONEY = new Set(["seat", "hand", "turn", "tables", "entry", "table", "seconds", "players", "at_most"]);

/** The words for a reason; a reason without words is shown as it is, with its rule. */
export function sentence(refusal: Refused): string {
  const values = Object.fromEntries(
    Object.entries(refusal.d).map(([name, value]) => [
      name,
      typeof value === "number" && !NO_MONEY.has(name) && !name.endsWith("_ms") ? amount(value) : String(value),
    ]),
  );
  const words = known(`refusals.${refusal.reason}`);
  if (words) return fill(words, values);
  return t("refusals.any", { reason: refusal.reason.replaceAll("_", " "), rule: refusal.rule });
}
