// A refusal in a sentence that says what to do.

import type { Refused } from "../api";
import { amount, dates } from "../format";
import { fill, known, spoken, t } from "../i18n/index.svelte";

const NO_MONEY = new Set(["seat", "hand", "turn", "tables", "entry", "table", "seconds", "players", "at_most", "most"]);

/** The words for a reason; a reason without words is shown as it is, with its rule. */
export function sentence(refusal: Refused): string {
  const values = Object.fromEntries(
    Object.entries(refusal.d).map(([name, value]) => [
      name,
      typeof value === "number" && !NO_MONEY.has(name) && !name.endsWith("_ms") ? amount(value) : String(value),
    ]),
  );
  // A moment from which on it is possible.
  const from = refusal.d.next_ms ?? refusal.d.from_ms;
  if (typeof from === "number") values.when = dates(spoken.locale, { dateStyle: "medium", timeStyle: "short" }).format(from);
  const words = known(`refusals.${refusal.reason}`);
  if (words) return fill(words, values);
  return t("refusals.any", { reason: refusal.reason.replaceAll("_", " "), rule: refusal.rule });
}
