// What the floor refused, in a sentence: with the names of players, and chips as chips.

import type { Refused } from "../../api";
import { chips } from "../../format";
import { fill, known, t } from "../../i18n/index.svelte";
import { sentence } from "../../state/refusals";

/** The words for a reason of the floor; any other has the words of the room. */
export function floorSentence(refusal: Refused, name: (entry: number) => string = (entry) => `#${entry}`): string {
  const words = floorWords(refusal.reason);
  if (words === undefined) return sentence(refusal);
  return fill(words, Object.fromEntries(Object.entries(refusal.d).map(([key, value]) => [key, written(key, value, name)])));
}

/** A reason word without details, such as why a table waits. */
export function floorWords(reason: string): string | undefined {
  return known(`floor_refusals.${reason}`);
}

/** Why a table waits; a reason without words is shown as it is. */
export function waitsFor(reason: string): string {
  return fill(known(`floor_refusals.waits_${reason}`) ?? floorWords(reason) ?? t("refusals.any", { reason: reason.replaceAll("_", " "), rule: "LIVE-31" }), {});
}

function written(key: string, value: unknown, name: (entry: number) => string): string {
  if (Array.isArray(value)) return value.map((one) => written(key === "entries" ? "entry" : key, one, name)).join(", ");
  if (typeof value !== "number") return String(value);
  if (key === "entry") return name(value);
  if (key.endsWith("_ms")) return chips(Math.round(value / 60_000));
  return chips(value);
}
