// Days of a report, which come as `2026-11-17`, in the language of who reads it.

import { dates } from "../../../format";
import { spoken } from "../../../i18n/index.svelte";

const noon = (day: string): Date => new Date(`${day}T12:00:00`);

export function dayName(day: string, locale: string = spoken.locale): string {
  return dates(locale, { weekday: "short", day: "numeric", month: "short", year: "numeric" }).format(noon(day));
}

export function shortDay(day: string, locale: string = spoken.locale): string {
  return dates(locale, { day: "numeric", month: "short" }).format(noon(day));
}

/** How long somebody played: "2 h 05". */
export function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}
