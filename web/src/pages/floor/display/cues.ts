// What a screen of the hall announces aloud: found by comparing two moments, so that nothing is announced twice.

import type { ClockShown } from "../../../wire";
import type { LevelNow } from "../state.svelte";

export interface Moment {
  level: LevelNow;
  /** Clocks that were called, counted on to this moment. */
  clocks: readonly ClockShown[];
  announcement: string;
}

export type Cue =
  | { kind: "level" | "break" | "minute" | "tick" }
  | { kind: "announcement"; text: string }
  | { kind: "seconds"; table: number; seconds: number }
  | { kind: "time_up"; table: number };

const MINUTE_MS = 60_000;
/** The seconds of a called clock that are spoken; those of a level tick from here on. */
const SPOKEN = [30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
const TICKS_MS = 5_000;

const seconds = (ms: number) => Math.ceil(ms / 1000);
const crossed = (before: number, after: number, mark: number) => before > mark && after <= mark;

/** Everything that became true between two moments; after a gap only the last of a countdown. */
export function cuesBetween(before: Moment | null, after: Moment): Cue[] {
  if (!before) return [];
  return [...ofLevel(before.level, after.level), ...ofClocks(before.clocks, after.clocks), ...ofAnnouncement(before.announcement, after.announcement)];
}

function ofLevel(before: LevelNow, after: LevelNow): Cue[] {
  if (after.level === null) return [];
  if (after.number > before.number) return [{ kind: after.level.big_blind === 0 ? "break" : "level" }];
  if (after.number < before.number || after.paused) return [];
  if (crossed(before.leftMs, after.leftMs, MINUTE_MS) && after.level.minutes > 1) return [{ kind: "minute" }];
  const isTicking = after.leftMs <= TICKS_MS && after.leftMs > 0 && seconds(after.leftMs) < seconds(before.leftMs);
  return isTicking ? [{ kind: "tick" }] : [];
}

function ofClocks(before: readonly ClockShown[], after: readonly ClockShown[]): Cue[] {
  return after.flatMap((clock): Cue[] => {
    const last = before.find((one) => one.table === clock.table);
    if (!last) return [];
    if (clock.left_ms <= 0) return last.left_ms > 0 ? [{ kind: "time_up", table: clock.table }] : [];
    const said = SPOKEN.filter((mark) => crossed(last.left_ms, clock.left_ms, mark * 1000)).at(-1);
    return said === undefined ? [] : [{ kind: "seconds", table: clock.table, seconds: said }];
  });
}

function ofAnnouncement(before: string, after: string): Cue[] {
  return after && after !== before ? [{ kind: "announcement", text: after }] : [];
}

/** Called clocks, this long after the answer came. */
export function clocksAt(clocks: readonly ClockShown[], sinceMs: number): ClockShown[] {
  return clocks.map((one) => ({ ...one, left_ms: Math.max(0, one.left_ms - Math.max(0, sinceMs)), expired: one.expired || one.left_ms <= sinceMs }));
}
