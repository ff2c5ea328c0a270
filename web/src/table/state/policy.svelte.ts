// What a player has decided for later: to leave after the hand, or to post no blinds by themselves.

import { settings } from "../../state/settings.svelte";
import { seatOf } from "../update/table";
import type { TableStore } from "./store.svelte";
import type { EventBody } from "./types";

export class SeatPolicy {
  /** Whether the player plays this hand to its end and then leaves; leaving at once gives the hand up. */
  leavesAfter = $state(false);

  constructor(readonly table: TableStore) {}

  /** Leave once the player has no part in a hand any more, or think better of it. */
  leaveAfter(on: boolean): void {
    this.leavesAfter = on;
    this.leaveWhenDone();
  }

  leaveWhenDone(): void {
    const { hand, places = [] } = this.table.truth ?? {};
    const own = places.find((place) => place.player === this.table.viewer);
    const isLive = own && hand && !hand.is_over && seatOf(hand, own.seat)?.live;
    if (!this.leavesAfter || isLive) return;
    this.leavesAfter = false;
    if (own) void this.table.wish({ t: "leave" });
  }

  /** Have blinds posted as they come, or sit out before the next big one. */
  async setAutoPost(on: boolean): Promise<void> {
    const { truth, place } = this.table;
    const isSet = truth?.me?.sit_out === "next_big_blind";
    const isFree = truth?.me?.sit_out === "not" && place?.standing === "playing" && place.out_since_ms === null;
    if (on ? isSet : isFree) await this.table.wish({ t: "sit_out", when: "next_big_blind", on: !on });
  }

  /** After every event: a player who posts by hand sits out when the next big blind comes. */
  follow(event: EventBody): void {
    const isOwn = event.type === "posted" && event.kind === "big_blind" && event.seat === this.table.place?.seat;
    if (isOwn && !settings.autoPost) void this.setAutoPost(false);
    this.leaveWhenDone();
  }
}
