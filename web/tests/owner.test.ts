// Which of several windows listens to the tables.

import { beforeEach, describe, expect, test, vi } from "vitest";

import { TableOwner } from "../src/state/owner.svelte";

interface Request {
  how: LockOptions;
  grant: () => Promise<unknown>;
  refuse: (reason: Error) => void;
}

/** The browser's locks, as far as they are used: one name, waiting and stealing. */
class Locks {
  holder: Request | null = null;
  queue: Request[] = [];

  request(_name: string, how: LockOptions, grant: () => Promise<unknown>): Promise<unknown> {
    return new Promise((_, refuse) => {
      const one = { how, grant, refuse };
      how.signal?.addEventListener("abort", () => {
        this.queue = this.queue.filter((other) => other !== one);
        refuse(new Error("AbortError"));
      });
      if (how.steal) {
        this.holder?.refuse(new Error("stolen"));
        this.#give(one);
      } else if (this.holder) this.queue.push(one);
      else this.#give(one);
    });
  }

  /** The window that has the lock is closed. */
  close(): void {
    this.holder = null;
    const next = this.queue.shift();
    if (next) this.#give(next);
  }

  #give(one: Request): void {
    this.holder = one;
    void one.grant();
  }
}

let locks: Locks;
beforeEach(() => {
  locks = new Locks();
  vi.stubGlobal("navigator", { locks });
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the tables", () => {
  test("belong to a window without any as long as no other shows them", async () => {
    const [lobby, table] = [new TableOwner(), new TableOwner()];
    lobby.want(false);
    expect(lobby.isOwner).toBe(true);
    table.want(true);
    await settled();
    expect([lobby.isOwner, table.isOwner]).toEqual([false, true]);
    locks.close();
    await settled();
    expect(lobby.isOwner, "the other window was closed").toBe(true);
  });

  test("are never taken by a window that only looks at the rules", async () => {
    const [table, rules] = [new TableOwner(), new TableOwner()];
    table.want(true);
    rules.want(false);
    await settled();
    expect([table.isOwner, rules.isOwner]).toEqual([true, false]);
    rules.want(true);
    await settled();
    expect([table.isOwner, rules.isOwner], "until it shows a table").toEqual([false, true]);
    table.take();
    await settled();
    expect([table.isOwner, rules.isOwner]).toEqual([true, false]);
  });

  test("stay with their window when it goes to the lobby", async () => {
    const [one, other] = [new TableOwner(), new TableOwner()];
    one.want(true);
    other.want(false);
    one.want(false);
    await settled();
    expect([one.isOwner, other.isOwner]).toEqual([true, false]);
  });

  test("are heard where they are shown in a browser without locks", () => {
    vi.stubGlobal("navigator", {});
    const [one, other] = [new TableOwner(), new TableOwner()];
    one.want(true);
    other.want(false);
    expect([one.isOwner, other.isOwner]).toEqual([true, false]);
  });
});
