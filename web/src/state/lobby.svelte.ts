// The lobby as the server tells it: stakes with their players and queues.

import type { LobbyView, StakeRow, EventBody } from "../wire";
import { connection, type ChannelFrame } from "./connection.svelte";

const key = (row: StakeRow) => [row.game, row.format, row.small_blind, row.big_blind].join();

/** The lobby after an event. */
export function afterEvent(view: LobbyView, event: EventBody): LobbyView {
  if (event.type !== "stakes_changed") return view;
  const changed = new Map(event.stakes.map((row) => [key(row), row]));
  const stakes = view.stakes.map((row) => changed.get(key(row)) ?? row);
  const shown = new Set(stakes.map(key));
  return { ...view, stakes: event.stakes.filter((row) => !shown.has(key(row))).reduce(withRow, stakes) };
}

/** A stake that the house has just added, at its place by the blinds of its game. */
function withRow(stakes: readonly StakeRow[], row: StakeRow): StakeRow[] {
  const isOfLadder = (one: StakeRow) => one.game === row.game && (one.format === "banzai") === (row.format === "banzai");
  const first = stakes.findIndex(isOfLadder);
  const before = stakes.findLastIndex((one) => isOfLadder(one) && (one.big_blind < row.big_blind || (one.big_blind === row.big_blind && one.small_blind <= row.small_blind)));
  const place = before >= 0 ? before + 1 : first >= 0 ? first : stakes.length;
  return stakes.toSpliced(place, 0, row);
}

class Lobby {
  view = $state.raw<LobbyView | null>(null);
  announced = $state("");
  #stop: (() => void) | null = null;

  /** Listen while a screen shows it. */
  open(): void {
    this.#stop ??= connection.listen("lobby", (frame) => this.#read(frame));
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #read(frame: ChannelFrame): void {
    if (frame.t === "snapshot") this.view = frame.d as LobbyView;
    else if (frame.t === "event") {
      const event = frame.d as EventBody;
      if (event.type === "announced") this.announced = event.text;
      if (this.view) this.view = afterEvent(this.view, event);
    }
  }
}

export const lobby = new Lobby();
