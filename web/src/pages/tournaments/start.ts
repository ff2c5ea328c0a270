// When a tournament starts: in minutes when it is near, else the day and the time.

import { minutes } from "../../format";
import { spoken, t } from "../../i18n/index.svelte";

const NEAR_MS = 60 * 60_000;

export function startWords(starts: number | null, now: number, locale: string = spoken.locale): string {
  if (starts === null) return t("tournaments.when_full");
  const left = starts - now;
  if (left > 0 && left < NEAR_MS) return t("tournaments.starts_in", { time: minutes(left) });
  const at = new Date(starts);
  const isToday = at.toDateString() === new Date(now).toDateString();
  const time = at.toLocaleTimeString(locale, { timeStyle: "short" });
  return isToday ? time : `${at.toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short" })} ${time}`;
}
