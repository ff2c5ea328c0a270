// The tables that are open in this window: all at which the player sits, and those they watch.

import { SvelteMap } from "svelte/reactivity";

import { withWords } from "../i18n/index.svelte";
import type { TableStore } from "../table/state/store.svelte";
import { connection } from "./connection.svelte";

/** What a table is made of comes with the first one: whoever looks around in the lobby needs none of it. */
const fetchStore = () => withWords(["acting", "cards", "felt", "history", "table", "text_mode"], () => import("../table/state/store.svelte"));

class Tables {
  readonly open = new SvelteMap<number, TableStore>();
  /** Tables that take the place of another one as soon as what happened there was seen: new by old. */
  readonly moves = new SvelteMap<number, number>();
  /** Tables where the player sits no more, which stay until they have seen how it ended. */
  readonly lasting = new SvelteMap<number, true>();
  #watched = new Set<number>();
  /** The tables that are to be open, also while the first one is fetched. */
  #wanted = new Set<number>();
  /** The places on the screen; a table that a player is moved to takes that of the old one. */
  #slots = new SvelteMap<number, number>();
  #lastSlot = 0;

  /** The tables as they lie on the screen, those aside to which the player is just being moved. */
  get shown(): TableStore[] {
    const coming = new Set(this.moves.values());
    const slot = (one: TableStore) => this.#slots.get(one.id) ?? 0;
    return [...this.open.values()].filter((one) => !coming.has(one.id)).sort((one, other) => slot(one) - slot(other));
  }

  /** Open the tables of all seats, and close those at which nobody sits or watches any more. */
  follow(seats: readonly number[], viewer: number): void {
    for (const id of seats) this.#add(id, viewer);
    const isKept = (id: number) => this.#watched.has(id) || this.moves.has(id) || this.lasting.has(id);
    for (const id of [...this.#wanted]) if (!seats.includes(id) && !isKept(id)) this.#remove(id);
  }

  /** Keep a table open while its screen is shown, whether or not the player sits there. */
  watch(id: number, viewer: number): () => void {
    this.#watched.add(id);
    this.#add(id, viewer);
    return () => this.#watched.delete(id);
  }

  /** The player is being moved: the old table stays on the screen until `arrive`. */
  move(from: number, to: number): void {
    // Whoever is moved on before they have arrived goes to the last table at once.
    for (const [first, then] of this.moves) if (then === from) from = first;
    if (this.open.has(from) && from !== to) this.moves.set(from, to);
  }

  /** Put the new table where the old one was. */
  arrive(from: number): void {
    const to = this.moves.get(from);
    if (to === undefined) return;
    this.#slots.set(to, this.#slots.get(from) ?? 0);
    this.moves.delete(from);
    this.#watched.delete(from);
    this.#remove(from);
  }

  /** Keep the table of a tournament that the player is out of, until its end was seen. */
  keepLast(tournament: number): void {
    for (const one of this.of(tournament)) this.lasting.set(one.id, true);
  }

  /** Its end was seen: only who still watches keeps it. */
  release(tournament: number): void {
    for (const one of this.of(tournament)) {
      this.lasting.delete(one.id);
      if (!this.#watched.has(one.id)) this.#remove(one.id);
    }
  }

  /** The open tables of a tournament. */
  of(tournament: number): TableStore[] {
    return [...this.open.values()].filter((one) => one.tournament?.tournament === tournament);
  }

  closeAll(): void {
    this.#watched.clear();
    this.moves.clear();
    this.lasting.clear();
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
    this.#slots.set(id, (this.#lastSlot += 1));
    void fetchStore().then(({ TableStore }) => {
      if (this.#wanted.has(id) && !this.open.has(id)) this.open.set(id, new TableStore(id, viewer));
    });
  }

  #remove(id: number): void {
    this.#wanted.delete(id);
    this.open.get(id)?.close();
    this.open.delete(id);
    this.#slots.delete(id);
  }
}

export const tables = new Tables();
