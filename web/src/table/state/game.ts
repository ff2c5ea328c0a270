// What is played at a table: a cash stake now, a tournament with its level next. Only cash screens ask for the stake.

import type { Stake, TableView } from "../../wire";

export type TableGame = TableView["game"];

/** The stake of a cash table. */
export function stakeOf(game: TableGame | undefined): Stake | undefined {
  return game?.type === "cash" ? game.stake : undefined;
}

export function seatsOf(game: TableGame): number {
  switch (game.type) {
    case "cash":
      return game.stake.seats;
  }
}

export function bigBlindOf(game: TableGame): number {
  switch (game.type) {
    case "cash":
      return game.stake.big_blind;
  }
}
