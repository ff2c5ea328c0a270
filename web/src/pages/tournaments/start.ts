// When a tournament starts and opens: in minutes when it is near, else the day and the time.

import { dates, minutes } from "../../format";
import { spoken, t, tn, type Key } from "../../i18n/index.svelte";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NEAR_MS = HOUR_MS;

export function startWords(starts: number | null, now: number, locale: string = spoken.locale): string {
  if (starts === null) return t("tournaments.when_full");
  return isNear(starts, now) ? t("tournaments.starts_in", { time: minutes(starts - now) }) : dayAndTime(starts, now, locale);
}

/** When one can enter, in the list: "opens in 12:30", "opens 20:00". */
export function opensWords(opens: number, now: number): string {
  return momentIn(opens, now, "tournaments.opens_in", "tournaments.opens_at");
}

/** A moment in words that say in how many minutes it is, or else at what time. */
export function momentIn(moment: number, now: number, soon: Key, later: Key): string {
  return isNear(moment, now) ? t(soon, { time: minutes(moment - now) }) : t(later, { time: dayAndTime(moment, now, spoken.locale) });
}

function isNear(moment: number, now: number): boolean {
  return moment > now && moment - now < NEAR_MS;
}

/** "20:00", or with the day if it is another one. */
export function dayAndTime(moment: number, now: number, locale: string = spoken.locale): string {
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString();
  const time = dates(locale, { timeStyle: "short" }).format(moment);
  return isToday ? time : `${dates(locale, { weekday: "short", day: "numeric", month: "short" }).format(moment)} ${time}`;
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
