// The calendar: what the timetable plans and what is announced, by the days of whoever looks.

import { spoken } from "../../../i18n/index.svelte";
import type { PlannedStart, TournamentRow } from "../../../wire";
import { isBeforeStart } from "../../tournaments/phases";

export interface PlannedRow {
  name: string;
  startsMs: number;
  /** The number of an announced tournament; null while it is only planned. */
  tournament: number | null;
  entries: number;
}
/** One start, or all of a day that has many of one tournament. */
export interface DayRow extends PlannedRow {
  time: string;
  /** How often it starts, and the last time. */
  times: number;
  until: string;
}
export interface Day {
  key: string;
  name: string;
  rows: DayRow[];
}
/** A tournament that is planned more often on a day is one row. */
const TIMES_MAX = 3;
type Announced = Pick<TournamentRow, "tournament" | "name" | "starts_ms" | "entries" | "phase">;

/** What is announced, and of the timetable what is not yet, by start. */
export function plannedRows(planned: readonly PlannedStart[], announced: readonly Announced[]): PlannedRow[] {
  const waiting = announced.filter((row) => isBeforeStart(row) && row.starts_ms !== null);
  const known = new Set(waiting.map((row) => `${row.name}:${row.starts_ms}`));
  const rows = [
    ...waiting.map((row) => ({ name: row.name, startsMs: row.starts_ms!, tournament: row.tournament, entries: row.entries })),
    ...planned.filter((one) => !known.has(`${one.name}:${one.starts_ms}`)).map((one) => ({ name: one.name, startsMs: one.starts_ms, tournament: null, entries: 0 })),
  ];
  return rows.sort((one, other) => one.startsMs - other.startsMs || one.name.localeCompare(other.name));
}

export function daysOf(rows: readonly PlannedRow[], locale: string = spoken.locale): Day[] {
  const days = new Map<string, Day>();
  for (const row of rows) {
    const at = new Date(row.startsMs);
    const key = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
    const name = at.toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long" });
    const day = days.get(key) ?? { key, name, rows: [] };
    const time = at.toLocaleTimeString(locale, { timeStyle: "short" });
    day.rows.push({ ...row, time, times: 1, until: time });
    days.set(key, day);
  }
  return [...days.values()].map((day) => ({ ...day, rows: gathered(day.rows) }));
}

/** What is only planned and starts often, gathered where it starts first. */
function gathered(rows: readonly DayRow[]): DayRow[] {
  const planned = (name: string) => rows.filter((row) => row.name === name && row.tournament === null);
  return rows.flatMap((row) => {
    const same = row.tournament === null ? planned(row.name) : [];
    if (same.length <= TIMES_MAX) return [row];
    return row === same[0] ? [{ ...row, times: same.length, until: same.at(-1)!.time }] : [];
  });
}

/** What a field for a local date and time has for a moment, and back. */
export function localField(ms: number): string {
  const at = new Date(ms);
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fieldMoment(text: string): number {
  return new Date(text).getTime();
}
