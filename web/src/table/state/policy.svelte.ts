// What a player has decided for later: the room keeps it and carries it out, in every window.

import { connection } from "../../state/connection.svelte";
import { sayRefusal } from "../../state/toasts.svelte";
import type { TableStore } from "./store.svelte";

export class SeatPolicy {
  constructor(readonly table: TableStore) {}

  /** Whether the player plays this hand to its end and then leaves; leaving at once gives the hand up. */
  get leavesAfter(): boolean {
    return this.table.shown?.me?.leaves_after ?? false;
  }

  /** Whether blinds are posted as they come; otherwise the player sits out before each big one. */
  get autoPosts(): boolean {
    return !(this.table.shown?.me?.posts_by_hand ?? false);
  }

  /** Leave when the hand is over, or think better of it. */
  leaveAfter(on: boolean): void {
    void this.table.wish({ t: "leave", when: "after_hand", on });
  }

  /** The switch is the player's, not the table's: it counts wherever they sit. */
  setAutoPost(on: boolean): void {
    connection.ask({ t: "posting", by_hand: !on }).catch(sayRefusal);
  }
}
