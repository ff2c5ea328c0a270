import { describe, expect, it } from "vitest";
import { framesOf, madeIn, marks } from "../src/pages/replay/frames";
import type { Replay } from "../src/wire";

const replay: Replay = {
  key: "hand:7:1:9", table: 7, number: 9, tournament: null, at_ms: 0, edition: "en-2.7", currency: "EUR", game: "nl-holdem",
  small_blind: 5, big_blind: 10, seats_max: 6, hero: 2, is_void: false, void_reason: "",
  seats: [
    { seat: 1, name: "Ana", stack: 1000, position: "small_blind" },
    { seat: 2, name: "Ben", stack: 300, position: "big_blind" },
    { seat: 4, name: "Cat", stack: 1000, position: "button" },
  ],
  events: [
    { type: "hand_started", game: "nl-holdem", button: 4, seats: [1, 2, 4], stacks: [1000, 300, 1000], big_blind: 10, posts: [], rake: null, unit: 1, big_bet: 0 },
    { type: "posted", seat: 1, kind: "small_blind", by: 5 },
    { type: "posted", seat: 2, kind: "big_blind", by: 10 },
    { type: "posted", seat: 4, kind: "dead", by: 5 },
    { type: "hole_dealt", seats: [1, 2, 4], hole: [[-1, -1], [50, 51], [-1, -1]] },
    { type: "raised", seat: 4, to: 30 },
    { type: "folded", seat: 1 },
    { type: "raised", seat: 2, to: 300 },
    { type: "called", seat: 4, by: 270 },
    { type: "board_dealt", street: "flop", cards: [0, 5, 10] },
    { type: "board_dealt", street: "turn", cards: [15] },
    { type: "board_dealt", street: "river", cards: [20] },
    { type: "shown", seat: 2, hole: [50, 51] },
    { type: "shown", seat: 4, hole: [1, 2] },
    { type: "pot_awarded", pot: 0, amount: 600, rake: 10, seats: [2], shares: [600] },
  ],
  made: [{ seat: 2, street: "river", category: "pair", five: [50, 51, 20, 15, 10] }],
};

describe("the frames of a hand", () => {
  const frames = framesOf(replay);
  const seat = (frame: number, number: number) => frames[frame]!.seats.find((one) => one.seat === number)!;

  it("are one after each event, the first before the cards", () => {
    expect(frames).toHaveLength(replay.events.length);
    expect(frames[0]!.seats.every((one) => one.hole.length === 0)).toBe(true);
  });

  it("neither make nor lose chips until the rake is taken", () => {
    for (const frame of frames) {
      const behind = frame.seats.reduce((sum, one) => sum + one.stack, 0);
      const isPaid = frame === frames.at(-1);
      expect(behind + frame.left).toBe(isPaid ? 2290 : 2300);
    }
  });

  it("put dead money into the pot and live bets before their seats", () => {
    expect([seat(3, 1).bet, seat(3, 2).bet, seat(3, 4).bet]).toEqual([5, 10, 0]);
    expect(frames[3]!.pot).toBe(20);
  });

  it("say what was done, all-in where nothing is left behind", () => {
    expect(seat(5, 4).badge).toEqual({ kind: "raise", amount: 30 });
    expect(seat(7, 2).badge).toEqual({ kind: "all_in", amount: 300 });
    expect([frames[5]!.isAllIn, frames[7]!.isAllIn, frames[7]!.isBet]).toEqual([false, true, false]);
    expect(seat(7, 2).isAllIn).toBe(true);
    expect(seat(6, 1).isFolded).toBe(true);
  });

  it("gather the bets when the board comes, and keep the pot in sight while it is paid", () => {
    expect(seat(9, 4).bet).toBe(0);
    expect(frames[9]!.pot).toBe(610);
    expect(frames.at(-1)!.pot).toBe(610);
    expect(frames.at(-1)!.left).toBe(0);
    expect(seat(14, 2).stack).toBe(600);
  });

  it("know the streets to jump to and the made hand of a seat", () => {
    expect(marks(frames).map((mark) => mark.street)).toEqual(["preflop", "flop", "turn", "river", "showdown"]);
    expect(madeIn(replay, frames.at(-1)!, 2)?.category).toBe("pair");
    expect(madeIn(replay, frames[9]!, 2)).toBeUndefined();
  });

  it("end without a showdown where nobody shows", () => {
    const quiet: Replay = {
      ...replay,
      events: [...replay.events.slice(0, 6), { type: "folded", seat: 1 }, { type: "folded", seat: 2 }, { type: "pot_awarded", pot: 0, amount: 25, rake: 0, seats: [4], shares: [25] }],
    };
    expect(framesOf(quiet).at(-1)!.street).toBe("end");
  });
});
