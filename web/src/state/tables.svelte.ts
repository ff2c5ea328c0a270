// The tables that are open in this window: all at which the player sits, and those he watches.

import { SvelteMap } from "svelte/reactivity";

import { connection } from "./connection.svelte";
import { TableStore } from "../table/state/store.svelte";

class Tables {
  readonly open = new SvelteMap<number, TableStore>();
  #watched = new Set<number>();

  /** Open the tables of all seats, and close those at which nobody sits or watches any more. */
  follow(seats: readonly number[], viewer: number): void {
    for (const id of seats) this.#add(id, viewer);
    for (const id of [...this.open.keys()]) if (!seats.includes(id) && !this.#watched.has(id)) this.#remove(id);
  }

  /** Keep a table open while its screen is shown, whether or not the player sits there. */
  watch(id: number, viewer: number): () => void {
    this.#watched.add(id);
    this.#add(id, viewer);
    return () => this.#watched.delete(id);
  }

  closeAll(): void {
    this.#watched.clear();
    for (const id of [...this.open.keys()]) this.#remove(id);
  }

  /** The tables that wait for the player, the most urgent first. */
  get waiting(): TableStore[] {
    if (connection.status === "replaced") return [];
    const turns = [...this.open.values()].filter((table) => table.isMyTurn);
    return turns.sort((one, other) => one.decision.turn!.deadline_ms - other.decision.turn!.deadline_ms);
  }

  #add(id: number, viewer: number): void {
    if (!this.open.has(id)) this.open.set(id, new TableStore(id, viewer));
  }

  #remove(id: number): void {
    this.open.get(id)?.close();
    this.open.delete(id);
  }
}

export const tables = new Tables();
