// All players of a tournament as its staff see them, and who was moved: also in a field of which the channel tells the largest stacks only.

import type { PlayerRow, TournamentView } from "../../../wire";
import { movesBetween, rowsWith, type Move } from "./live";

const MOVES_KEPT = 30;

export class LiveField {
  rows = $state.raw<readonly PlayerRow[]>([]);
  moves = $state.raw<readonly Move[]>([]);
  #numbers = new Map<number, number>();

  /** What the channel tells: everybody, or those with the largest stacks. */
  hear(view: TournamentView, nowMs: number): void {
    for (const { table, number } of view.tables) this.#numbers.set(table, number);
    const isEverybody = view.players_count <= view.players.length;
    this.#take(isEverybody ? view.players : rowsWith(this.rows, view.players), nowMs);
  }

  /** Everybody, once the others were asked for, because the channel does not tell of them. Who has unregistered meanwhile is gone. */
  read(shown: readonly PlayerRow[], others: readonly PlayerRow[], nowMs: number): void {
    const played = this.rows.filter((one) => one.stack > 0 || one.place > 0);
    this.#take(rowsWith(played, [...others, ...shown]), nowMs);
  }

  #take(rows: readonly PlayerRow[], nowMs: number): void {
    const found = movesBetween(this.rows, rows, this.#numbers, nowMs);
    this.rows = rows;
    if (found.length > 0) this.moves = [...found, ...this.moves].slice(0, MOVES_KEPT);
  }
}
