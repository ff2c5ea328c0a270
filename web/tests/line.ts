// A line to a room that is not there: what was asked over it, and whether that is refused.

import { Refused } from "../src/api";
import type { Listener } from "../src/state/connection.svelte";

export const line = { listener: null as Listener | null, asked: [] as Record<string, unknown>[], refuse: "" };

/** Takes the place of the module with the real connection. */
export const silent = {
  connection: {
    now: 1_000,
    listen: (_channel: string, listener: Listener) => {
      line.listener = listener;
      return () => undefined;
    },
    ask: async (wish: Record<string, unknown>) => {
      line.asked.push(wish);
      if (line.refuse) throw new Refused("BET-08", line.refuse);
      return { hand: 1, boards: [] };
    },
  },
};
