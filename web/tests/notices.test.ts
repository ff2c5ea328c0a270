// Notices for the player: what was stored before this window listened, and what it hears from then on.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("../src/state/connection.svelte", async () => (await import("./line")).silent);
const { line } = await import("./line");
const { mine } = await import("../src/state/mine.svelte");
const { unseen } = await import("../src/state/notices.svelte");

const note = (key: string) => ({ key, at_ms: 1, about: { type: "help_answered", number: 7, state: "answered" } });
const view = { currency: "XPM", balance: 0, seats: [], offers: [], queued: [], tournaments: [] };
let fetched: string[];
let answer: (keys: string[]) => void;

const keys = () => unseen.rows.map((row) => row.key);
const hear = (t: "snapshot" | "event", d: object) => line.listener!({ t, ch: "me", v: 1, ts: 0, d } as never);
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  fetched = [];
  vi.stubGlobal("fetch", (path: string) => {
    fetched.push(path);
    return new Promise((done) => {
      answer = (stored) => done(new Response(JSON.stringify({ notices: stored.map(note) })));
    });
  });
  mine.open();
});
afterEach(() => {
  mine.close();
  unseen.forget();
  vi.unstubAllGlobals();
});

test("stored notices are read once the player's own channel is heard, not before", async () => {
  expect(fetched).toEqual([]);
  hear("snapshot", view);
  expect(fetched).toEqual(["/api/notices"]);
  answer(["stored"]);
  await settled();
  expect(keys()).toEqual(["stored"]);
});

test("a snapshot for another listener has nothing new, one after a gap has", () => {
  hear("snapshot", view);
  hear("snapshot", view);
  expect(fetched).toEqual(["/api/notices"]);
  line.listener!({ t: "snapshot", ch: "me", v: 5, ts: 0, d: view } as never);
  expect(fetched).toHaveLength(2);
});

test("a notice that comes while the stored ones are read stays, and is there once", async () => {
  hear("snapshot", view);
  hear("event", { type: "noticed", ...note("live") });
  hear("event", { type: "noticed", ...note("both") });
  answer(["stored", "both"]);
  await settled();
  expect(keys()).toEqual(["stored", "both", "live"]);
});

test("what was put away does not come back with an answer that was on its way", async () => {
  hear("snapshot", view);
  const late = answer;
  hear("event", { type: "noticed", ...note("seen") });
  void unseen.putAway();
  late(["seen", "stored"]);
  await settled();
  expect(keys()).toEqual(["stored"]);
});
