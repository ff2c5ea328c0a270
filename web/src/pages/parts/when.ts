// Moments and numbers in words, in the player's language and time.

import { spoken } from "../../i18n/index.svelte";

/** Shown in place of a figure, until there is one. */
export const UNKNOWN = "–";

const DAY_MS = 86_400_000;
const DAYS = { all: 0, day: 1, week: 7, month: 30 };
/** How far back one can look. */
export type Time = keyof typeof DAYS;
export const TIMES = Object.keys(DAYS) as Time[];

/** The moment from which on one looks; 0 is the beginning. */
export function since(time: Time): number {
  return DAYS[time] === 0 ? 0 : Date.now() - DAYS[time] * DAY_MS;
}

export function moment(ms: number, locale: string = spoken.locale): string {
  return new Date(ms).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

export function day(ms: number, locale: string = spoken.locale): string {
  return new Date(ms).toLocaleDateString(locale, { dateStyle: "medium" });
}

/** A share as a percentage with at most one decimal; a dash where there was no chance yet. */
export function percent(times: number, chances: number, locale: string = spoken.locale): string {
  if (chances === 0) return UNKNOWN;
  return (times / chances).toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 }).replace("-", "−");
}

export function whole(number: number, locale: string = spoken.locale): string {
  return number.toLocaleString(locale, { maximumFractionDigits: 0 });
}

/** A mean of durations that were measured in whole milliseconds. */
export function milliseconds(ms: number | undefined, locale: string = spoken.locale): string {
  if (ms === undefined) return UNKNOWN;
  if (ms < 1) return "< 1 ms";
  return `${ms.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ms`;
}

/** A number with its sign and at most one decimal. */
export function rate(number: number, locale: string = spoken.locale): string {
  return number.toLocaleString(locale, { maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");
}
