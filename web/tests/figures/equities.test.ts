// The shares of the pot that are shown: only at a run-out, only of open hands, and 100 % in all.

import { expect, test } from "vitest";

import { equities, wholePercents } from "../../src/table/update/equities";
import type { HandView, Reading } from "../../src/table/state/types";
import { hand, seat } from "../staged";

const runOut = (more: Partial<HandView> = {}): HandView => ({
  ...hand,
  board: [0, 17, 34],
  seats: [seat(1, { open: true, all_in: true }), seat(2, { open: true, all_in: true }), seat(3, { live: false })],
  ...more,
});
const read = (...cards: number[]): Reading => ({
  hand: 1,
  boards: cards.map((count) => ({
    cards: count,
    hands: [
      { seat: 1, category: null, five: [], share_permille: 275 },
      { seat: 2, category: null, five: [], share_permille: 725 },
    ],
  })),
});

test("the percents of a run-out add up to 100", () => {
  const shown = equities(read(0, 3), 1, runOut());
  expect([...shown.values()].reduce((sum, one) => sum + one)).toBe(100);
  expect(shown.get(2)).toBeGreaterThanOrEqual(72);
  for (const shares of [[275, 725], [333, 333, 333], [1, 999], [500, 500], [168, 167, 166, 500], [1000, 0], [125, 125, 375, 376]]) {
    const percents = wholePercents(shares);
    expect(percents.reduce((sum, one) => sum + one)).toBe(100);
    percents.forEach((percent, place) => expect(Math.abs(percent - shares[place]! / 10)).toBeLessThan(1));
  }
});

test("an ordinary showdown has no shares", () => {
  expect(equities(read(5), 1, runOut({ board: [0, 17, 34, 51, 40] })).size).toBe(0);
});

test("there are none while a hand lies face down, nor when the hand is over", () => {
  const seats = [seat(1, { open: true, all_in: true }), seat(2, { all_in: true })];
  expect(equities(read(0, 3), 1, runOut({ seats })).size).toBe(0);
  expect(equities(read(0, 3), 1, runOut({ is_over: true })).size).toBe(0);
  expect(equities(read(0, 3), 2, runOut()).size).toBe(0);
});
