// The server's time, ticking while somebody looks at it.

import { connection } from "./connection.svelte";

const TICK_MS = 100;

class Ticker {
  now = $state(Date.now());
  #users = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Tick until the function that is returned is called. */
  use(): () => void {
    this.#users += 1;
    this.#timer ??= setInterval(() => (this.now = connection.now), TICK_MS);
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }
}

export const ticker = new Ticker();
