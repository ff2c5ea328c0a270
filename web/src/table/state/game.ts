// What is played at a table: a cash stake, or a tournament with its level. Only cash screens ask for the stake.

import type { Stake, TournamentGame } from "../../wire";
import type { TableView } from "./types";

export type TableGame = TableView["game"];

/** The stake of a cash table. */
export function stakeOf(game: TableGame | undefined): Stake | undefined {
  return game?.type === "cash" ? game.stake : undefined;
}

/** The tournament of a table, with its level. */
export function tournamentOf(game: TableGame | undefined): TournamentGame | undefined {
  return game?.type === "tournament" ? game : undefined;
}

export function seatsOf(game: TableGame): number {
  switch (game.type) {
    case "cash":
      return game.stake.seats;
    case "tournament":
      return game.seats;
  }
}

export function bigBlindOf(game: TableGame): number {
  switch (game.type) {
    case "cash":
      return game.stake.big_blind;
    case "tournament":
      return game.level.big;
  }
}

/** What a bare number counts: cents are typed in whole units with decimals, chips one by one. */
export function unitOf(game: TableGame | undefined): number {
  return game?.type === "tournament" ? 1 : 100;
}
