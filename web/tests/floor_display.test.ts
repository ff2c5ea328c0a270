// A screen of the hall and a player's phone, mounted over states that the test gives.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import Display from "../src/pages/floor/display/Display.svelte";
import { hearing } from "../src/pages/floor/display/hearing.svelte";
import Phone from "../src/pages/floor/phone/Phone.svelte";
import type { DisplayState, EntryState } from "../src/wire";

const PLAYING: DisplayState = {
  name: "Thursday", currency: "EUR", version: 3, label: "Hall", status: "playing", day: 1,
  clock: { at_ms: 0, level: 1, left_ms: 4_765_000, paused: true, now: null, following: null, next_break_ms: null },
  ante_big_blinds: 1, levels: [{ minutes: 90, small_blind: 100, big_blind: 200, ends_day: false }],
  entries: 6, left: 2, tables: 1, average: 30_000, chips: 60_000, prizes: [15_600, 8_400], prizes_fixed: true,
  hand_for_hand: "normal", last_hands: null, moves: [], clocks: [], announcement: "", stacks: {}, seating: [], winners: [], host: "", logo: "",
};
const OVER: DisplayState = {
  ...PLAYING, version: 4, status: "over", announcement: "Thank you all.",
  winners: [{ place: 1, player: "Ann", prize: 13_200 }, { place: 2, player: "Bob", prize: 10_800 }],
};
let shown: Record<string, unknown> | undefined;

/** A screen that has got these states, one after the other. */
async function screen(...states: DisplayState[]): Promise<HTMLElement> {
  const waiting = [...states];
  vi.stubGlobal("fetch", () => {
    const next = waiting.shift();
    return next ? Promise.resolve(new Response(JSON.stringify(next))) : new Promise(() => undefined);
  });
  shown = mount(Display, { target: document.body, props: { code: "d.1.1.x" } });
  await vi.waitFor(() => {
    flushSync();
    expect(waiting).toEqual([]);
    expect(document.querySelector("h1")?.textContent).toBe("Thursday");
  }, { timeout: 60_000 });
  return document.body;
}

/** So long that the screen has drawn the last state. */
async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done, 500));
  flushSync();
}

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  hearing.turn("sound", false);
  vi.unstubAllGlobals();
});

test("while it is played the screen shows the clock with its hours and what the places pay", async () => {
  const page = await screen(PLAYING);
  expect(page.querySelector("[data-time]")!.textContent).toBe("1:19:25");
  expect(page.querySelectorAll("[data-prize]").length).toBe(2);
  expect(page.querySelector("[data-winner]")).toBeNull();
});

test("after a deal it names the winners with what they get, and shows no clock and no planned prizes", async () => {
  const page = await screen(PLAYING, OVER);
  await vi.waitFor(() => expect(page.querySelectorAll("[data-winner]").length).toBe(2), { timeout: 60_000 });
  expect([...page.querySelectorAll("[data-winner]")].map((one) => one.textContent)).toEqual(["1stAnn€132", "2ndBob€108"]);
  expect(page.querySelector("[data-time]")).toBeNull();
  expect(page.querySelector("[data-prize]")).toBeNull();
  expect(page.querySelector("[data-note]")!.textContent).toBe("The tournament is over");
  expect(page.querySelector("[data-announcement]")!.textContent).toContain("Thank you all.");
});

test("a new level is heard as a chime once the sound is on, and not after the end", async () => {
  const struck: number[] = [];
  const gain = { gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }, connect: vi.fn() };
  class Audio {
    state = "running";
    currentTime = 0;
    createGain = () => gain;
    createOscillator = () => {
      const frequency = { value: 0 };
      return { frequency, connect: vi.fn(), start: () => struck.push(frequency.value), stop: vi.fn() };
    };
  }
  vi.stubGlobal("AudioContext", Audio);
  const levels = [...PLAYING.levels, ...PLAYING.levels];
  const second = { ...PLAYING.clock, level: 2 };
  await screen({ ...PLAYING, levels }, { ...PLAYING, levels, version: 4, clock: second });
  await settled();
  expect(struck, "it is off at first").toEqual([]);
  hearing.turn("sound", true);
  expect(struck, "the switch lets hear that it works").toEqual([880, 880]);
  await unmount(shown!);
  await screen({ ...PLAYING, levels }, { ...PLAYING, levels, version: 4, clock: second });
  await vi.waitFor(() => expect(struck.slice(2)).toEqual([523, 659, 784, 1047]), { timeout: 60_000 });
  await unmount(shown!);
  await screen({ ...PLAYING, levels }, { ...OVER, levels, clock: second });
  await settled();
  expect(struck.length).toBe(6);
});

test("a player who has taken part in a deal reads the place and the prize on the phone", async () => {
  const { label: _label, tables: _tables, chips: _chips, hand_for_hand: _phase, last_hands: _last, moves: _moves, clocks: _clocks, stacks: _stacks, seating: _seating, logo: _logo, ...common } = OVER;
  const mine: EntryState = { ...common, entry: 2, player: "Bob", place: { table: 1, seat: 4 }, moving: false, stack: null, result: 2, prize: 10_800 };
  vi.stubGlobal("fetch", vi.fn().mockResolvedValueOnce(new Response(JSON.stringify(mine))).mockReturnValue(new Promise(() => undefined)));
  shown = mount(Phone, { target: document.body, props: { secret: "e.1.2.x" } });
  await vi.waitFor(() => expect(document.querySelector("[data-finished]")?.textContent).toBe("You finished in 2nd place"), { timeout: 60_000 });
  expect(document.querySelector("[data-table]")).toBeNull();
  expect(document.querySelector("[data-prize-won]")!.textContent).toContain("108");
});
