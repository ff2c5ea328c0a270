// Who sits where, by what the operator sees.

import type { PlayerOverview, TableOverview } from "../../wire";

export interface Seated {
  table: TableOverview;
  place: PlayerOverview;
}

/** All seats of a player, in the order of the tables. */
export function seatsOf(tables: readonly TableOverview[], player: number): Seated[] {
  return tables.flatMap((table) => table.players.filter((one) => one.player === player).map((place) => ({ table, place })));
}

/** How many people sit: who plays at four tables is one. */
export function peopleSeated(tables: readonly TableOverview[]): number {
  return new Set(tables.flatMap((table) => table.players.map((one) => one.player))).size;
}
