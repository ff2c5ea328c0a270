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
  /** The tables by their numbers in the tournament; `to` is null for a player who is out. */
  from: number;
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

/** Who sits elsewhere than before, or nowhere any more; `numbers` has every table that there was, also those broken since. */
export function movesBetween(before: readonly PlayerRow[], now: readonly PlayerRow[], numbers: ReadonlyMap<number, number>, atMs: number): Move[] {
  const sat = new Map(before.filter((one) => one.table !== null).map((one) => [one.entry, one.table!]));
  const numberOf = (table: number) => numbers.get(table) ?? table;
  return now.flatMap((one) => {
    const from = sat.get(one.entry);
    if (from === undefined || one.table === from) return [];
    return [{ entry: one.entry, name: one.name, from: numberOf(from), to: one.table === null ? null : numberOf(one.table), atMs }];
  });
}

/** The rows that are known, with those that have just come; those in by chips, those out by place. */
export function rowsWith(known: readonly PlayerRow[], told: readonly PlayerRow[]): PlayerRow[] {
  const rows = new Map([...known, ...told].map((row) => [row.entry, row]));
  const order = (row: PlayerRow) => row.place || Infinity;
  return [...rows.values()].sort((one, other) => other.stack - one.stack || order(one) - order(other) || one.entry - other.entry);
}
