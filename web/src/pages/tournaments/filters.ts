// What the list of tournaments is narrowed down to, kept in this browser.

import type { TournamentRow } from "../../wire";
import { isOpen } from "./phases";

export const FILTERS = ["open", "guaranteed", "freeroll", "practice", "mine"] as const;
/** What a tournament may be; one without any of these marks is a freezeout. */
export const FORMATS = ["freezeout", "reentry", "rebuy", "bounty", "satellite", "multi_buy_in", "phased"] as const;
/** Buy-ins to choose the range from, in cents. */
export const PRICES = [100, 500, 1_000, 2_500, 5_000, 10_000, 50_000] as const;
export type Filters = Record<(typeof FILTERS)[number], boolean> & { format: string; least: number; most: number };

const KEY = "cardroom.tournament-filters";
const NONE: Filters = { open: false, guaranteed: false, freeroll: false, practice: false, mine: false, format: "", least: 0, most: 0 };
const MARKS: readonly string[] = FORMATS;

/** Whether a row is among those that are wanted; `own` are the tournaments that the player is in. */
export function isWanted(row: TournamentRow, wanted: Filters, own: ReadonlySet<number>): boolean {
  if (wanted.open && !isOpen(row)) return false;
  if (wanted.guaranteed && !row.marks.includes("guaranteed")) return false;
  if (wanted.freeroll && !row.marks.includes("freeroll")) return false;
  if (wanted.practice && !row.admits.includes("practice")) return false;
  if (wanted.mine && !own.has(row.tournament)) return false;
  if (wanted.format !== "" && !isOfFormat(row, wanted.format)) return false;
  return row.price >= wanted.least && (wanted.most === 0 || row.price <= wanted.most);
}

function isOfFormat({ marks }: TournamentRow, format: string): boolean {
  if (format === "freezeout") return !marks.some((mark) => MARKS.includes(mark));
  return (marks as readonly string[]).includes(format);
}

/** The filters as they were left; what does not fit is as if nothing was chosen. */
export function keptFilters(): Filters {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    const fits = Object.entries(kept).filter(([name, value]) => typeof value === typeof NONE[name as keyof Filters]);
    return { ...NONE, ...Object.fromEntries(fits) };
  } catch {
    return { ...NONE };
  }
}

export function keepFilters(filters: Filters): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(filters));
  } catch {
    // A browser without storage forgets the filters.
  }
}

/** Whether nothing is left out. */
export function isUnfiltered(filters: Filters): boolean {
  return JSON.stringify({ ...NONE, ...filters }) === JSON.stringify(NONE);
}

export function noFilters(): Filters {
  return { ...NONE };
}
