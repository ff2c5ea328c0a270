// A console does one thing after the other, and something is done when it is shown.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Desk } from "../src/pages/floor/state.svelte";

interface Sent {
  path: string;
  body: { seen?: number | null; command?: { do: string } } | null;
  answer: (status: number, body: object) => void;
  fail: () => void;
}

let sent: Sent[] = [];
let close = () => undefined as void;

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as Sent["body"]) : null;
    return new Promise<Response>((answer, refuse) =>
      sent.push({ path, body, answer: (status, value) => answer(new Response(JSON.stringify(value), { status })), fail: () => refuse(new TypeError("lost")) }),
    );
  });
});

afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

const orders = () => sent.filter((one) => one.path.endsWith("/commands"));
const questions = () => sent.filter((one) => one.path.includes("/state"));

/** A console that shows version 7. */
async function atWork(): Promise<Desk> {
  const desk = new Desk(1);
  close = desk.open();
  questions()[0]!.answer(200, { version: 7 });
  await vi.waitFor(() => expect(questions().length).toBe(2));
  return desk;
}

describe("a console at work", () => {
  it("is busy until it shows what it has done", async () => {
    const desk = await atWork();
    let isDone = false;
    const done = desk.command({ do: "finish_hand", table: 1 }).then(() => (isDone = true));
    await vi.waitFor(() => expect(orders().length).toBe(1));
    orders()[0]!.answer(200, { version: 8, entries: [] });
    await new Promise((later) => setTimeout(later, 20));
    expect([isDone, desk.isBusy]).toEqual([false, true]);
    questions()[1]!.answer(200, { version: 8 });
    await done;
    expect([desk.state?.version, desk.isBusy]).toEqual([8, false]);
  });

  it("sends a second order after the first one, with what was shown when it was given", async () => {
    const desk = await atWork();
    const first = desk.command({ do: "enter", player: "Ann" });
    const second = desk.command({ do: "enter", player: "Bob" });
    await vi.waitFor(() => expect(orders().length).toBe(1));
    orders()[0]!.answer(409, { rule: "LIVE-8", reason: "no_free_seat", d: {} });
    await expect(first).rejects.toMatchObject({ reason: "no_free_seat" });
    await vi.waitFor(() => expect(orders().length).toBe(2));
    expect(desk.isBusy).toBe(true);
    questions()[1]!.answer(200, { version: 9 });
    orders()[1]!.answer(200, { version: 9, entries: [] });
    await second;
    expect(orders().map((one) => one.body?.seen)).toEqual([7, 7]);
    expect(desk.isBusy).toBe(false);
  });

  it("does not wait to show anything once the line is lost", async () => {
    const desk = await atWork();
    const done = desk.command({ do: "pause_clock" });
    await vi.waitFor(() => expect(orders().length).toBe(1));
    questions()[1]!.fail();
    await vi.waitFor(() => expect(desk.isLost).toBe(true));
    orders()[0]!.answer(200, { version: 8, entries: [] });
    await done;
    expect([desk.state?.version, desk.isLost, desk.isBusy]).toEqual([7, true, false]);
  });
});
