// Who won a hand, in words.

import { describe, expect, it } from "vitest";

import { resultLines } from "../src/table/words/result";
import type { ReadHand } from "../src/wire";

const speech = { name: (seat: number) => ["", "Ana", "Bram", "Chloé"][seat] ?? "", amount: (cents: number) => (cents / 100).toFixed(2) };
const pair: ReadHand = { seat: 1, category: "pair", five: [48, 49, 40, 36, 32], share_permille: null };
const flush: ReadHand = { ...pair, category: "flush" };

describe("the result", () => {
  it("names the winner, the amount and, after a showdown, the hand", () => {
    expect(resultLines([{ seat: 1, cents: 120 }], speech, false)).toEqual(["Ana wins 1.20"]);
    expect(resultLines([{ seat: 1, cents: 120, hand: pair }], speech, true)).toEqual(["Ana wins 1.20 with a pair of aces"]);
  });

  it("says in one line that equal hands split the pot", () => {
    const winners = [{ seat: 1, cents: 61, hand: pair }, { seat: 2, cents: 60, hand: pair }, { seat: 3, cents: 60, hand: pair }];
    expect(resultLines(winners, speech, false)).toEqual(["Ana, Bram and Chloé split the pot with a pair of aces"]);
    expect(resultLines(winners, speech, true)).toEqual(["Ana, Bram and Chloé split the pot"]);
  });

  it("has a line for each winner of a main and a side pot, short where there is little room", () => {
    const winners = [{ seat: 1, cents: 900, hand: flush }, { seat: 2, cents: 600, hand: pair }];
    expect(resultLines(winners, speech, false)).toEqual(["Ana wins 9.00 with a flush, ace high", "Bram wins 6.00 with a pair of aces"]);
    expect(resultLines(winners, speech, true)).toEqual(["Ana wins 9.00", "Bram wins 6.00"]);
  });
});
