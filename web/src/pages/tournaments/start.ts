// When a tournament starts: in minutes when it is near, else the day and the time.

import { dates, minutes } from "../../format";
import { spoken, t, tn } from "../../i18n/index.svelte";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NEAR_MS = HOUR_MS;

export function startWords(starts: number | null, now: number, locale: string = spoken.locale): string {
  if (starts === null) return t("tournaments.when_full");
  const left = starts - now;
  if (left > 0 && left < NEAR_MS) return t("tournaments.starts_in", { time: minutes(left) });
  const isToday = new Date(starts).toDateString() === new Date(now).toDateString();
  const time = dates(locale, { timeStyle: "short" }).format(starts);
  return isToday ? time : `${dates(locale, { weekday: "short", day: "numeric", month: "short" }).format(starts)} ${time}`;
}

/** When the next break begins that begins at this minute of every hour (BRK-02). */
export function nextBreak(minute: number, now: number): number {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const here = hour + minute * MINUTE_MS;
  return here > now ? here : here + HOUR_MS;
}

/** How long a ticket is good for: in days, on its last day in hours. */
export function expiryWords(expires: number, now: number): string {
  const left = Math.max(0, expires - now);
  const days = Math.floor(left / (24 * HOUR_MS));
  const time = days > 0 ? tn("tournaments.days", days) : tn("tournaments.hours", Math.ceil(left / HOUR_MS));
  return t("tournaments.expires_soon", { time });
}
