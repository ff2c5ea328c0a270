// How long the server has not been heard: what the table says about it, and what cannot be pressed then.

import { connection } from "../../state/connection.svelte";
import { ticker } from "../../state/ticker.svelte";

const SAID_AFTER_MS = 2_000;

/** For how long the connection has been gone; 0 while it is there. */
export function lostFor(): number {
  const isLost = connection.status === "lost" || connection.status === "silent";
  return isLost && connection.lostAt > 0 ? Date.now() - connection.lostAt + 0 * ticker.now : 0;
}

/** Whether the table says that it reconnects: until it is back, nothing can be done there. */
export function isReconnecting(): boolean {
  return lostFor() > SAID_AFTER_MS;
}
