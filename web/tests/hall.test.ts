// A screen of the hall: what is heard, and how prizes are listed.

import { describe, expect, it } from "vitest";

import { clocksAt, cuesBetween, type Moment } from "../src/pages/floor/display/cues";
import { prizeLines } from "../src/pages/floor/display/prizes";
import { levelAt } from "../src/pages/floor/state.svelte";
import type { ClockShown, ClockView, Level } from "../src/wire";

const play = (minutes: number, big_blind: number): Level => ({ minutes, small_blind: big_blind / 2, big_blind, ends_day: false });
const LEVELS = [play(20, 200), play(20, 400), play(10, 0), play(20, 600)];

function moment(level: number, left_ms: number, more: Partial<Moment> = {}, paused = false): Moment {
  const clock: ClockView = { at_ms: 0, level, left_ms, paused, now: null, following: null, next_break_ms: null };
  return { level: levelAt(clock, LEVELS, 0), clocks: [], announcement: "", ...more };
}
const called = (left_ms: number, table = 4): ClockShown => ({ table, left_ms, counting_down: left_ms <= 30_000, expired: left_ms <= 0 });

describe("what is heard", () => {
  it("is nothing when the screen has just been opened", () => {
    expect(cuesBetween(null, moment(2, 100))).toEqual([]);
  });

  it("is each new level and each break once", () => {
    expect(cuesBetween(moment(1, 200), moment(2, 1_199_900))).toEqual([{ kind: "level" }]);
    expect(cuesBetween(moment(2, 200), moment(3, 599_900))).toEqual([{ kind: "break" }]);
    expect(cuesBetween(moment(3, 599_900), moment(3, 599_700))).toEqual([]);
  });

  it("is not a level that the staff goes back to", () => {
    expect(cuesBetween(moment(3, 200), moment(2, 1_000_000))).toEqual([]);
  });

  it("is the last minute, unless the clock is stopped", () => {
    expect(cuesBetween(moment(1, 60_100), moment(1, 59_900))).toEqual([{ kind: "minute" }]);
    expect(cuesBetween(moment(1, 60_100), moment(1, 59_900, {}, true))).toEqual([]);
  });

  it("is a tick for each of the last seconds of a level", () => {
    expect(cuesBetween(moment(1, 5_100), moment(1, 4_900))).toEqual([{ kind: "tick" }]);
    expect(cuesBetween(moment(1, 4_900), moment(1, 4_700))).toEqual([]);
  });

  it("is the countdown of a clock that was called, and its end; after a gap only the last number", () => {
    const at = (ms: number) => moment(1, 900_000, { clocks: [called(ms)] });
    expect(cuesBetween(at(30_100), at(29_900))).toEqual([{ kind: "seconds", table: 4, seconds: 30 }]);
    expect(cuesBetween(at(25_000), at(24_800))).toEqual([]);
    expect(cuesBetween(at(12_000), at(2_500))).toEqual([{ kind: "seconds", table: 4, seconds: 3 }]);
    expect(cuesBetween(at(200), at(0))).toEqual([{ kind: "time_up", table: 4 }]);
    expect(cuesBetween(at(0), at(0))).toEqual([]);
  });

  it("is an announcement that is new", () => {
    const said = (announcement: string) => moment(1, 900_000, { announcement });
    expect(cuesBetween(said(""), said("Dinner"))).toEqual([{ kind: "announcement", text: "Dinner" }]);
    expect(cuesBetween(said("Dinner"), said(""))).toEqual([]);
  });
});

describe("a clock that was called", () => {
  it("counts on from the last answer, and not below nothing", () => {
    expect(clocksAt([called(10_000)], 4_000)[0]!.left_ms).toBe(6_000);
    expect(clocksAt([called(10_000)], 40_000)[0]).toMatchObject({ left_ms: 0, expired: true });
  });
});

describe("prizes", () => {
  it("that are the same are one line", () => {
    expect(prizeLines([500, 300, 100, 100, 100])).toEqual([
      { from: 1, to: 1, cents: 500 },
      { from: 2, to: 2, cents: 300 },
      { from: 3, to: 5, cents: 100 },
    ]);
    expect(prizeLines([])).toEqual([]);
  });
});
