// A screen of the floor counts the level clock by itself, through levels and breaks, and follows the server.

import { afterEach, describe, expect, it, vi } from "vitest";

import { levelChoices } from "../src/pages/floor/list/structure";
import { Followed, levelAt, levelNumber } from "../src/pages/floor/state.svelte";
import type { ClockView, Level } from "../src/wire";
import { inEffect } from "./effects.svelte";

const level = (minutes: number, big = 0): Level => ({ minutes, small_blind: big / 2, big_blind: big, ends_day: false });
const LEVELS = [level(20, 200), level(10), level(20, 400)];
const clock = (values: Partial<ClockView>): ClockView => ({ at_ms: 0, level: 1, left_ms: 60_000, paused: false, now: LEVELS[0]!, following: LEVELS[1]!, next_break_ms: 60_000, ...values });

describe("the level clock", () => {
  it("runs from the answer on and goes through a break into the next level", () => {
    expect(levelAt(clock({}), LEVELS, 30_000)).toMatchObject({ number: 1, leftMs: 30_000, nextBreakMs: 30_000 });
    expect(levelAt(clock({}), LEVELS, 90_000)).toMatchObject({ number: 2, leftMs: 570_000, nextBreakMs: null });
    expect(levelAt(clock({}), LEVELS, 661_000)).toMatchObject({ number: 3, leftMs: 1_199_000, following: null });
  });

  it("stands while it is paused, and ends with the last level", () => {
    expect(levelAt(clock({ paused: true }), LEVELS, 90_000)).toMatchObject({ number: 1, leftMs: 60_000 });
    expect(levelAt(clock({ level: 3 }), LEVELS, 90_000)).toMatchObject({ number: 3, leftMs: 0 });
  });

  it("counts levels without the breaks", () => {
    expect([1, 2, 3].map((number) => levelNumber(LEVELS, number))).toEqual([1, 1, 2]);
    expect(levelChoices(LEVELS, "Break")).toEqual([
      { value: 1, label: "1. 100/200" },
      { value: 2, label: "Break (10 min)" },
      { value: 3, label: "2. 200/400" },
    ]);
  });
});

describe("a screen that follows a tournament", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("asks once, also when it is opened in an effect", async () => {
    const asked: string[] = [];
    const answers = ['{"version":3}', '{"version":4}'];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      const answer = answers.shift();
      return answer === undefined ? new Promise(() => undefined) : Promise.resolve(new Response(answer));
    });
    const followed = new Followed<{ version: number }>("/api/floor/1/state");
    const close = inEffect(() => followed.open());
    await vi.waitFor(() => expect(asked.length).toBe(3), { timeout: 60_000 });
    expect(followed.state?.version).toBe(4);
    expect(asked.slice(1)).toEqual(["/api/floor/1/state?after=3&wait_s=20", "/api/floor/1/state?after=4&wait_s=20"]);
    close();
  });

  it("asks for what is newer, says that the line is lost, and takes the state when it is back", async () => {
    const asked: string[] = [];
    const answers = ['{"version":3}', null, '{"version":5}'];
    const shown: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      shown.push(`${followed.state?.version ?? "-"}${followed.isLost ? " lost" : ""}`);
      const answer = answers.shift();
      if (answer === undefined) return new Promise(() => undefined);
      return answer === null ? Promise.reject(new TypeError("lost")) : Promise.resolve(new Response(answer));
    });
    const followed = new Followed<{ version: number }>("/api/floor/1/state");
    const close = followed.open();
    await vi.waitFor(() => expect(followed.state?.version).toBe(5), { timeout: 60_000 });
    expect(followed.isLost).toBe(false);
    await vi.waitFor(() => expect(asked.length).toBe(4), { timeout: 60_000 });
    expect(asked).toEqual(["/api/floor/1/state", "/api/floor/1/state?after=3&wait_s=20", "/api/floor/1/state", "/api/floor/1/state?after=5&wait_s=20"]);
    expect(shown).toEqual(["-", "3", "3 lost", "5"]);
    close();
  });
});
