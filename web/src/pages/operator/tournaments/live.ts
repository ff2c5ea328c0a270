// A running tournament at a glance: who sits where with how much, and who was moved.

import type { PlayerRow, TableRow } from "../../../wire";

export interface Tile {
  table: number;
  number: number;
  players: readonly PlayerRow[];
  largest: number;
}
export interface Move {
  entry: number;
  name: string;
  from: number;
  /** The new table; null for a player who is out. */
  to: number | null;
  atMs: number;
}

/** The tables by number, with their players by stack. */
export function atTables(tables: readonly TableRow[], players: readonly PlayerRow[]): Tile[] {
  const largest = Math.max(0, ...players.map((one) => one.stack));
  return [...tables]
    .sort((one, other) => one.number - other.number)
    .map(({ table, number }) => ({ table, number, largest, players: players.filter((one) => one.table === table).sort((one, other) => other.stack - one.stack) }));
}

/** Who sits elsewhere than before, or nowhere any more. */
export function movesBetween(before: readonly PlayerRow[], now: readonly PlayerRow[], atMs: number): Move[] {
  const sat = new Map(before.filter((one) => one.table !== null).map((one) => [one.entry, one.table!]));
  return now.flatMap((one) => {
    const from = sat.get(one.entry);
    return from === undefined || one.table === from ? [] : [{ entry: one.entry, name: one.name, from, to: one.table, atMs }];
  });
}
