// What the list of tournaments is narrowed down to, kept in this browser.

import type { TournamentRow } from "../../wire";

export const FILTERS = ["open", "guaranteed", "freeroll", "bounty", "practice", "mine"] as const;
/** The highest buy-ins to choose from, in cents. */
export const PRICES = [500, 1_000, 5_000, 10_000, 50_000] as const;
export type Filters = Record<(typeof FILTERS)[number], boolean> & { price: number };

const KEY = "cardroom.tournament-filters";
const NONE: Filters = { open: false, guaranteed: false, freeroll: false, bounty: false, practice: false, mine: false, price: 0 };
const OPEN: readonly string[] = ["registering", "late_registration"];

/** Whether a row is among those that are wanted; `own` are the tournaments that the player is in. */
export function isWanted(row: TournamentRow, wanted: Filters, own: ReadonlySet<number>): boolean {
  if (wanted.open && !OPEN.includes(row.phase)) return false;
  if (wanted.guaranteed && !row.marks.includes("guaranteed")) return false;
  if (wanted.freeroll && !row.marks.includes("freeroll")) return false;
  if (wanted.bounty && !row.marks.includes("bounty")) return false;
  if (wanted.practice && !row.admits.includes("practice")) return false;
  if (wanted.mine && !own.has(row.tournament)) return false;
  return wanted.price === 0 || row.price <= wanted.price;
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
