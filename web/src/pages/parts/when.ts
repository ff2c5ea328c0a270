// Moments in words, in the player's language and time.

import { spoken } from "../../i18n/index.svelte";

export function moment(ms: number, locale: string = spoken.locale): string {
  return new Date(ms).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

export function day(ms: number, locale: string = spoken.locale): string {
  return new Date(ms).toLocaleDateString(locale, { dateStyle: "medium" });
}

/** A share as a percentage with at most one decimal; a dash where there was no chance yet. */
export function percent(times: number, chances: number, locale: string = spoken.locale): string {
  if (chances === 0) return "–";
  return (times / chances).toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 });
}

export function whole(number: number, locale: string = spoken.locale): string {
  return number.toLocaleString(locale, { maximumFractionDigits: 0 });
}

export function milliseconds(ms: number, locale: string = spoken.locale): string {
  return `${ms.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ms`;
}

/** A number with its sign and at most one decimal. */
export function rate(number: number, locale: string = spoken.locale): string {
  return number.toLocaleString(locale, { maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");
}
