import { describe, expect, test } from "vitest";

import { around, placeOf, towards, WIDE } from "../../src/table/view/layout";
import { clamped, potPart, presetRow, presets, snapped, typedAmount, type Spot } from "../../src/table/state/sizing";

// Blinds 5/10; somebody raised to 30, the small blind folded, I am the big blind with 1000.
const facing: Spot = { pot: 45, highest: 30, mine: 10, bigBlind: 10, least: 50, most: 1000 };

describe("sizes", () => {
  test("the pot is the call and then all that lies there", () => {
    expect(potPart(facing, 1)).toBe(30 + 45 + 20);
    expect(potPart(facing, 0.5)).toBe(63);
  });
  test.each([
    ["1.80", 180],
    ["1,80", 180],
    ["1,234.50", 123_450],
    ["1.234,50", 123_450],
    ["1 234,50", 123_450],
    ["1,234", 123_400],
    ["0.125", 13],
    ["3x", 90],
    ["2.5bb", 25],
    ["66%", 73],
    ["pot", 95],
    ["max", 1000],
    ["min", 50],
    ["banana", null],
    ["", null],
    ["-5", null],
  ])("typed %s is %s", (text, cents) => {
    expect(typedAmount(text, facing)).toBe(cents);
  });
  test.each([
    ["6", 60],
    ["2,5", 25],
    ["3x", 90],
    ["4bb", 40],
  ])("typed %s is %s for who reads big blinds", (text, cents) => {
    expect(typedAmount(text, facing, facing.bigBlind)).toBe(cents);
  });
  test("what is out of the limits is brought into them", () => {
    expect(clamped(facing, 25)).toBe(50);
    expect(clamped(facing, 5_000)).toBe(1000);
  });
  test("presets are within the limits", () => {
    expect(presets(["1x", "3x", "pot", "nonsense"], facing).map((one) => one.to)).toEqual([50, 90, 95]);
  });
  test("the row of presets follows the situation", () => {
    const holdem = { game: "nl-holdem" as const, street: "preflop" };
    expect(presetRow(holdem, facing)).toBe("facing");
    expect(presetRow(holdem, { ...facing, highest: 10 })).toBe("preflop");
    expect(presetRow({ ...holdem, street: "turn" }, facing)).toBe("postflop");
    expect(presetRow({ game: "pl-omaha", street: "preflop" }, facing)).toBe("omaha");
  });
  test("a dragged value snaps to a preset that is near", () => {
    expect(snapped(facing, 100, [95])).toBe(95);
    expect(snapped(facing, 200, [95])).toBe(200);
  });
});

describe("seats", () => {
  test("the hero sits at the bottom and the others clockwise from him", () => {
    const points = around(WIDE, 6);
    expect(points[0]!.x).toBeCloseTo(50);
    expect(points[0]!.y).toBeCloseTo(WIDE.centre.y + WIDE.seats.y);
    expect(points[1]!.x).toBeLessThan(50);
    expect(points[1]!.y).toBeGreaterThan(WIDE.centre.y);
    expect(points[3]!.x).toBeCloseTo(50, 0);
    expect(points[5]!.x).toBeGreaterThan(50);
    expect(placeOf(4, 4, 6)).toBe(0);
    expect(placeOf(5, 4, 6)).toBe(1);
    expect(placeOf(3, 4, 6)).toBe(5);
    expect(placeOf(1, null, 6)).toBe(0);
  });
  test("bets lie on the way to the centre", () => {
    expect(towards(WIDE, { x: 10, y: WIDE.centre.y }, 0.5)).toEqual({ x: 30, y: WIDE.centre.y });
  });
});
