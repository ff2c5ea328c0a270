// What the player must hear, also at the next login: shown until they have seen it.

import { get, post } from "../api";
import type { NoticeRow, Notices } from "../wire";
import { sayRefusal } from "./toasts.svelte";

class Unseen {
  rows = $state.raw<readonly NoticeRow[]>([]);

  /** Ask what came while the player was away. */
  async load(): Promise<void> {
    try {
      this.rows = (await get<Notices>("/api/notices")).notices;
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
    this.rows = [];
    if (keys.length > 0) await post("/api/notices/seen", { keys }).catch(sayRefusal);
  }

  forget(): void {
    this.rows = [];
  }
}

export const unseen = new Unseen();
