// Which window of this browser listens to the player's tables: the one that shows them. While none
// does, one of the others listens, so that it can call the player when it is their turn.

const LOCK = "cardroom.tables";

export class TableOwner {
  /** Whether this window listens to the tables. */
  isOwner = $state(false);
  #shows = false;
  #waiting: AbortController | null = null;

  /** Listen at once in a window that shows tables, in another one as soon as no window does. */
  want(shows: boolean): void {
    this.#shows = shows;
    if (shows) this.take();
    else if (!this.isOwner && !this.#waiting) this.#wait();
  }

  /** Take the tables from whichever window has them. */
  take(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    if (!this.isOwner) void this.#hold({ steal: true });
  }

  #wait(): void {
    this.#waiting = new AbortController();
    void this.#hold({ signal: this.#waiting.signal });
  }

  async #hold(how: LockOptions): Promise<void> {
    // Browsers have locks on secure pages only; without them the windows that show tables have them.
    if (!navigator.locks) {
      this.isOwner = this.#shows;
      return;
    }
    try {
      await navigator.locks.request(LOCK, how, () => this.#keep());
    } catch {
      // Another window took the tables, or this one no longer waits for them.
      if (how.signal?.aborted) return;
      this.isOwner = false;
      if (!this.#shows) this.#wait();
    }
  }

  /** Have the tables until the window is closed or another one takes them. */
  #keep(): Promise<never> {
    this.#waiting = null;
    this.isOwner = true;
    return new Promise(() => undefined);
  }
}

export const owner = new TableOwner();
