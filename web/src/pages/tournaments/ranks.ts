// Places among the players: who is in by chips, who is out as they finished.

import type { OwnStanding, PlayerRow } from "../../wire";

export interface Ranked {
  row: PlayerRow;
  /** The place now, or the one in which an entry has finished; null before anybody has chips. */
  rank: number | null;
}

/** The rows of the snapshot, which are up to date, then the others that it does not have; the player's own ones are always there. */
export function ranked(shown: readonly PlayerRow[], others: readonly PlayerRow[], own?: OwnStanding): Ranked[] {
  const known = new Set(shown.map((row) => row.entry));
  const rows = [...shown, ...others.filter((row) => !known.has(row.entry))];
  const stacks = rows.map((row) => row.stack).filter((stack) => stack > 0);
  const found = rows.map((row) => {
    if (row.stack === 0) return { row, rank: row.place || null };
    return { row, rank: 1 + stacks.filter((stack) => stack > row.stack).length };
  });
  const missing = own?.entries.filter((row) => !rows.some((one) => one.entry === row.entry)) ?? [];
  return [...found, ...missing.map((row) => ({ row, rank: (row.stack > 0 ? own?.place : row.place) || null }))];
}
