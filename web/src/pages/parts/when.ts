// Moments in words, in the player's language and time.

import { spoken } from "../../i18n/index.svelte";

export function moment(ms: number, language: string = spoken.language): string {
  return new Date(ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

export function day(ms: number, language: string = spoken.language): string {
  return new Date(ms).toLocaleDateString(language, { dateStyle: "medium" });
}

/** A share as a percentage with at most one decimal; a dash where there was no chance yet. */
export function percent(times: number, chances: number, language: string = spoken.language): string {
  if (chances === 0) return "–";
  return (times / chances).toLocaleString(language, { style: "percent", maximumFractionDigits: 1 });
}

export function whole(number: number, language: string = spoken.language): string {
  return number.toLocaleString(language, { maximumFractionDigits: 0 });
}
