// The tables that are open in this window: all at which the player sits, and those he watches.

import { SvelteMap } from "svelte/reactivity";

import { withWords } from "../i18n/index.svelte";
import type { TableStore } from "../table/state/store.svelte";
import { connection } from "./connection.svelte";

/** What a table is made of comes with the first one: whoever looks around in the lobby needs none of it. */
const fetchStore = () => withWords(["acting", "cards", "history", "table", "text_mode"], () => import("../table/state/store.svelte"));

class Tables {
  readonly open = new SvelteMap<number, TableStore>();
  #watched = new Set<number>();
  /** The tables that are to be open, also while the first one is fetched. */
  #wanted = new Set<number>();

  /** Open the tables of all seats, and close those at which nobody sits or watches any more. */
  follow(seats: readonly number[], viewer: number): void {
    for (const id of seats) this.#add(id, viewer);
    for (const id of [...this.#wanted]) if (!seats.includes(id) && !this.#watched.has(id)) this.#remove(id);
  }

  /** Keep a table open while its screen is shown, whether or not the player sits there. */
  watch(id: number, viewer: number): () => void {
    this.#watched.add(id);
    this.#add(id, viewer);
    return () => this.#watched.delete(id);
  }

  closeAll(): void {
    this.#watched.clear();
    for (const id of [...this.#wanted]) this.#remove(id);
  }

  /** The tables that wait for the player, the most urgent first. */
  get waiting(): TableStore[] {
    if (connection.status === "replaced") return [];
    const turns = [...this.open.values()].filter((table) => table.isMyTurn);
    return turns.sort((one, other) => one.decision.turn!.deadline_ms - other.decision.turn!.deadline_ms);
  }

  #add(id: number, viewer: number): void {
    if (this.#wanted.has(id)) return;
    this.#wanted.add(id);
    void fetchStore().then(({ TableStore }) => {
      if (this.#wanted.has(id) && !this.open.has(id)) this.open.set(id, new TableStore(id, viewer));
    });
  }

  #remove(id: number): void {
    this.#wanted.delete(id);
    this.open.get(id)?.close();
    this.open.delete(id);
  }
}

export const tables = new Tables();
