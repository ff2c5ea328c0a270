// The connection over a socket that the test holds in its hands: resends, drops, coming back.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Refused } from "../src/api";
import { Connection, type ChannelFrame } from "../src/state/connection.svelte";
import { CLOSE } from "../src/wire";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.readyState = 1;
    this.onopen?.();
    const me = { player: 1, name: "Ana", kind: "guest", role: "player" };
    this.say({ t: "hello", protocol: 1, build: "0", ts: Date.now(), me, features: [], ping_ms: 5000 });
  }
  of(kind: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.t === kind);
  }
}

const last = () => FakeSocket.all.at(-1)!;

async function opened(): Promise<Connection> {
  const connection = new Connection();
  connection.open();
  await vi.advanceTimersByTimeAsync(1);
  last().welcome();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ ticket: "t1", lasts_ms: 30_000 })));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("requests", () => {
  test("are answered by their id", async () => {
    const connection = await opened();
    const answer = connection.ask({ t: "come_back", ch: "table:7" });
    const [sent] = last().of("come_back");
    last().say({ t: "ack", id: sent!.id, ts: 1, d: { fine: true } });
    await expect(answer).resolves.toEqual({ fine: true });
  });

  test("are refused with rule and reason", async () => {
    const connection = await opened();
    const answer = connection.ask({ t: "come_back", ch: "table:7" });
    last().say({ t: "refused", id: last().of("come_back")[0]!.id, rule: "SIT-02", reason: "not_sitting_out", ts: 1, d: {} });
    await expect(answer).rejects.toMatchObject({ rule: "SIT-02", reason: "not_sitting_out" });
    await expect(answer).rejects.toBeInstanceOf(Refused);
  });

  test("are sent again under the same id until they are answered, also over a new socket", async () => {
    const connection = await opened();
    void connection.ask({ t: "act", ch: "table:7", hand: 1, turn: 2, a: "call" });
    await vi.advanceTimersByTimeAsync(2_600);
    const ids = last().of("act").map((message) => message.id);
    expect(ids).toHaveLength(2);
    last().close();
    await vi.advanceTimersByTimeAsync(3_000);
    last().welcome();
    expect(last().of("act").map((message) => message.id)).toEqual([ids[0]]);
    expect(new Set(ids).size).toBe(1);
  });
});

describe("a lost line", () => {
  test("comes back with what it has of every channel", async () => {
    const connection = await opened();
    const heard: ChannelFrame[] = [];
    connection.listen("table:7", (frame) => heard.push(frame));
    last().say({ t: "ack", id: last().of("subscribe")[0]!.id, ts: 1, d: {} });
    last().say({ t: "event", ch: "table:7", ts: 1, v: 412, d: { type: "checked", seat: 1 } });
    last().close();
    expect(connection.status).toBe("lost");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(FakeSocket.all).toHaveLength(2);
    last().welcome();
    expect(last().of("hello")[0]).toMatchObject({ resume: true, have: { "table:7": 412 } });
    expect(last().of("subscribe")).toEqual([]);
    expect(connection.status).toBe("live");
    expect(heard).toHaveLength(1);
  });

  test("hears what belongs together as a list, in its order", async () => {
    const connection = await opened();
    const heard: ChannelFrame[] = [];
    connection.listen("table:7", (frame) => heard.push(frame));
    expect(last().of("hello")[0]).toMatchObject({ gather: true });
    const event = (v: number) => ({ t: "event", ch: "table:7", ts: 1, v, d: { type: "checked", seat: v } });
    last().say([{ t: "ack", id: last().of("subscribe")[0]!.id, ts: 1, d: {} }, event(1), event(2)]);
    last().say(event(3));
    expect(heard.map((frame) => (frame.t === "event" ? frame.v : 0))).toEqual([1, 2, 3]);
  });

  test("is tried again within 15 seconds, however long it was away", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.999);
    const connection = await opened();
    last().close();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const before = FakeSocket.all.length;
      await vi.advanceTimersByTimeAsync(15_000);
      expect(FakeSocket.all.length).toBe(before + 1);
      last().close();
    }
    random.mockRestore();
    expect(connection.status).toBe("lost");
  });

  test("is tried at once when the network or the player is back", async () => {
    const connection = await opened();
    last().close();
    connection.hurry();
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(2);
    connection.hurry();
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all, "not twice").toHaveLength(2);
  });

  test("is given up when another window has the session, until it is taken back", async () => {
    const connection = await opened();
    last().close(CLOSE.replaced);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.status).toBe("replaced");
    expect(FakeSocket.all).toHaveLength(1);
    connection.takeBack();
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("shows itself when a ping stays unanswered", async () => {
    const connection = await opened();
    expect(last().of("ping")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(connection.status).toBe("silent");
    last().say({ t: "pong", n: 0, ts: Date.now(), rtt_ms: null });
    expect(connection.status).toBe("live");
  });
});

test("a channel is left when nobody listens any more", async () => {
  const connection = await opened();
  const stop = connection.listen("lobby", () => undefined);
  expect(last().of("subscribe")).toHaveLength(1);
  stop();
  expect(last().of("unsubscribe")).toHaveLength(1);
});

test("a restart that is called off is forgotten at once", async () => {
  const connection = await opened();
  last().say({ t: "drain", at: 5_000, ts: 1 });
  expect(connection.drainAt).toBe(5_000);
  last().say({ t: "drain", at: 0, ts: 2 });
  expect(connection.drainAt).toBeNull();
});
