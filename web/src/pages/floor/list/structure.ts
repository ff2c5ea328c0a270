// Blind structures as lines of text, and a plain one from a few numbers.

import { chips } from "../../../format";
import type { Level } from "../../../wire";
import { isBreak, levelNumber } from "../state.svelte";

const SMALL_BLINDS = [
  25, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 15_000, 20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000,
];
/** The small blinds that a tournament may begin with. */
export const FIRST_BLINDS = SMALL_BLINDS.slice(0, 6);

export interface Plan {
  firstBlind: number;
  minutes: number;
  levels: number;
  /** A break after this many levels; 0 for none. */
  breakAfter: number;
  breakMinutes: number;
}

const level = (minutes: number, small: number): Level => ({ minutes, small_blind: small, big_blind: 2 * small, ends_day: false });

/** Levels that rise as players are used to, with a break now and then, never at the end. */
export function planned(plan: Plan): Level[] {
  const from = Math.max(0, SMALL_BLINDS.indexOf(plan.firstBlind));
  const blinds = SMALL_BLINDS.slice(from, from + plan.levels);
  return blinds.flatMap((small, place) => {
    const hasBreak = plan.breakAfter > 0 && (place + 1) % plan.breakAfter === 0 && place + 1 < blinds.length;
    return hasBreak ? [level(plan.minutes, small), level(plan.breakMinutes, 0)] : [level(plan.minutes, small)];
  });
}

/** One line a level: "20 100/200", "10 break", "20 200/400 end" for the last of a day. */
export function levelLines(levels: readonly Level[]): string {
  return levels.map((one) => (one.big_blind === 0 ? `${one.minutes} break` : `${one.minutes} ${one.small_blind}/${one.big_blind}${one.ends_day ? " end" : ""}`)).join("\n");
}

const LINE = /^(\d{1,4})\s+(?:(break|pause|pauze)|(\d{1,12})\s*\/\s*(\d{1,12})(\s+end)?)$/i;

/** Lines as levels; null when one cannot be read. */
export function readLevels(text: string): Level[] | null {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const found = lines.map((line) => LINE.exec(line));
  if (lines.length === 0 || found.includes(null)) return null;
  return found.map((one) => ({ minutes: Number(one![1]), small_blind: Number(one![3] ?? 0), big_blind: Number(one![4] ?? 0), ends_day: one![5] !== undefined }));
}

/** How long it lasts, breaks and all. */
/** Every level and break to choose from: levels are counted as people count them, without breaks. */
export function levelChoices(levels: readonly Level[], breakWord: string): { value: number; label: string }[] {
  return levels.map((one, place) => ({
    value: place + 1,
    label: isBreak(one) ? `${breakWord} (${one.minutes} min)` : `${levelNumber(levels, place + 1)}. ${chips(one.small_blind)}/${chips(one.big_blind)}`,
  }));
}

export function minutesOf(levels: readonly Level[]): number {
  return levels.reduce((sum, one) => sum + one.minutes, 0);
}
