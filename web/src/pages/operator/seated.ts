// Who sits where, by what the floor sees.

import type { FloorPlayer, FloorTable } from "../../wire";

export interface Seated {
  table: FloorTable;
  place: FloorPlayer;
}

/** All seats of a player, in the order of the tables. */
export function seatsOf(tables: readonly FloorTable[], player: number): Seated[] {
  return tables.flatMap((table) => table.players.filter((one) => one.player === player).map((place) => ({ table, place })));
}

/** How many people sit: who plays at four tables is one. */
export function peopleSeated(tables: readonly FloorTable[]): number {
  return new Set(tables.flatMap((table) => table.players.map((one) => one.player))).size;
}
