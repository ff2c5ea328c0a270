// What the player must hear, also at the next login: shown until they have seen it.

import { get, post } from "../api";
import type { NoticeRow, Notices } from "../wire";
import { sayRefusal } from "./toasts.svelte";

class Unseen {
  rows = $state.raw<readonly NoticeRow[]>([]);
  /** What was put away, lest an answer that was on its way brings it back. */
  #seen = new Set<string>();

  /** Ask what came before this window listened; what it hears meanwhile stays. */
  async load(): Promise<void> {
    try {
      const { notices } = await get<Notices>("/api/notices");
      const stored = new Set(notices.map((one) => one.key));
      const heard = this.rows.filter((one) => !stored.has(one.key));
      this.rows = [...notices.filter((one) => !this.#seen.has(one.key)), ...heard];
    } catch {
      // Without them the room works all the same; they are there the next time.
    }
  }

  /** A notice that comes while the player is here. */
  hear(row: NoticeRow): void {
    if (!this.rows.some((one) => one.key === row.key)) this.rows = [...this.rows, row];
  }

  /** The player has seen everything that is shown. */
  async putAway(): Promise<void> {
    const keys = this.rows.map((one) => one.key);
    for (const key of keys) this.#seen.add(key);
    this.rows = [];
    if (keys.length > 0) await post("/api/notices/seen", { keys }).catch(sayRefusal);
  }

  forget(): void {
    this.#seen.clear();
    this.rows = [];
  }
}

export const unseen = new Unseen();
