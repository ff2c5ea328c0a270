// Stakes in words: what is played, for how much.

import { amount, chips } from "../../format";
import { known } from "../../i18n/index.svelte";
import type { TableGame } from "../../table/state/game";
import type { HandSummary, StakeKey, StakeRow } from "../../wire";

/** The ladders of the lobby: Banzai is one of its own, whatever its game. */
export type Ladder = "holdem" | "omaha" | "banzai";
export const LADDERS: readonly Ladder[] = ["holdem", "omaha", "banzai"];

export function ladderOf(row: Pick<StakeRow, "game" | "format">): Ladder {
  if (row.format === "banzai") return "banzai";
  return row.game === "pl-omaha" ? "omaha" : "holdem";
}

export function blinds(small: number, big: number, write: (amount: number) => string = amount): string {
  return `${write(small)}/${write(big)}`;
}

/** The blinds of a hand: those of a tournament are chips. */
export function handBlinds(hand: Pick<HandSummary, "small_blind" | "big_blind" | "tournament">): string {
  return blinds(hand.small_blind, hand.big_blind, hand.tournament ? chips : amount);
}

/** "No-limit Hold'em 100/200 · Evening": what a hand was, and in which tournament. */
export function handName(hand: Pick<HandSummary, "game" | "small_blind" | "big_blind" | "tournament">): string {
  const name = `${gameName(hand.game)} ${handBlinds(hand)}`;
  return hand.tournament ? `${name} · ${hand.tournament.name}` : name;
}

export function gameName(game: string): string {
  return known(`games.game_${game.replace("-", "_")}`) ?? game;
}

export function formatName(format: string): string {
  return known(`games.format_${format}`) ?? format;
}

/** "NLH", where there is little room. */
export function shortGame(game: string): string {
  return known(`games.short_${game.replace("-", "_")}`) ?? game;
}

/** "No-limit Hold'em 0.05/0.10", with the format where it is not the ordinary one. */
export function stakeName(row: Pick<StakeRow, "game" | "format" | "small_blind" | "big_blind">): string {
  const format = row.format === "ordinary" ? "" : ` ${formatName(row.format)}`;
  return `${gameName(row.game)}${format} ${blinds(row.small_blind, row.big_blind)}`;
}

/** What is played at a table, in words. */
export function playedName(game: TableGame): string {
  switch (game.type) {
    case "cash":
      return stakeName(game.stake);
    case "tournament":
      return game.name;
  }
}

export function keyName([game, format, small_blind, big_blind]: StakeKey): string {
  return stakeName({ game, format, small_blind, big_blind } as StakeRow);
}

export type Wait = "now" | "soon" | "queue" | "others";

/** How long one waits for a seat: the house opens a table when two or more want to play. */
export function waitFor(row: StakeRow): Wait {
  if (row.waiting > 0) return "queue";
  if (row.players > 0 && row.players < row.tables * row.seats) return "now";
  return row.players > 0 ? "soon" : "others";
}
