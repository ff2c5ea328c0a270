import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { director, WAITING_MAX } from "../src/table/update/drawing";
import type { EventBody } from "../src/wire";

const checked: EventBody = { type: "checked", seat: 1 };
const shown: EventBody = { type: "shown", seat: 1, hole: [0, 1] };
const board = (street: "flop" | "turn" | "river"): EventBody => ({ type: "board_dealt", street, cards: [2] });

describe("the director", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("draws actions at once", () => {
    const drawn: string[] = [];
    const one = director((event) => drawn.push(event.type), () => 1);
    one.show(checked);
    one.show(checked);
    expect(drawn).toEqual(["checked", "checked"]);
  });

  test("never lets an action wait for what comes before it", () => {
    const drawn: string[] = [];
    const one = director((event) => drawn.push(event.type), () => 1);
    for (const event of [checked, board("flop"), checked]) one.show(event);
    expect(drawn).toEqual(["checked", "board_dealt", "checked"]);
  });

  test("draws a run-out street by street", () => {
    const drawn: string[] = [];
    const one = director((event) => drawn.push(event.type === "board_dealt" ? event.street : event.type), () => 1);
    for (const event of [shown, shown, board("flop"), board("turn"), board("river")]) one.show(event);
    expect(drawn).toEqual(["shown"]);
    vi.advanceTimersByTime(350);
    expect(drawn).toEqual(["shown", "shown"]);
    vi.advanceTimersByTime(1_200);
    expect(drawn.at(-1)).toBe("flop");
    vi.advanceTimersByTime(3_500);
    expect(drawn.at(-1)).toBe("river");
  });

  test("lets nobody wait for the award of a pot that was won without a showdown", () => {
    const drawn: string[] = [];
    const one = director((event) => drawn.push(event.type), () => 1);
    const folded: EventBody = { type: "folded", seat: 2 };
    const returned: EventBody = { type: "uncalled_returned", seat: 1, by: 40 };
    const stand: EventBody = { type: "pots_stand", hand: 1, pots: [] };
    const award: EventBody = { type: "pot_awarded", pot: 0, amount: 40, rake: 0, seats: [1], shares: [40] };
    for (const event of [folded, returned, stand, award]) one.show(event);
    expect(drawn).toEqual(["folded", "uncalled_returned"]);
    vi.advanceTimersByTime(250);
    expect(drawn.at(-1)).toBe("pots_stand");
    vi.advanceTimersByTime(350);
    expect(drawn.at(-1)).toBe("pot_awarded");
    for (const event of [shown, stand, award]) one.show(event);
    vi.advanceTimersByTime(150);
    expect(drawn.at(-1)).toBe("pots_stand");
    vi.advanceTimersByTime(899);
    expect(drawn.at(-1)).toBe("pots_stand");
    vi.advanceTimersByTime(1);
    expect(drawn.at(-1)).toBe("pot_awarded");
  });

  test("hurries when the hero has to decide", () => {
    const drawn: string[] = [];
    const one = director((event) => drawn.push(event.type), () => 1);
    for (const event of [shown, board("flop"), board("turn")]) one.show(event);
    one.hurry();
    expect(drawn).toHaveLength(3);
    vi.advanceTimersByTime(10_000);
    expect(drawn).toHaveLength(3);
  });

  test("drops the pauses when it falls behind", () => {
    const drawn: string[] = [];
    const one = director((event) => drawn.push(event.type), () => 1);
    for (let count = 0; count < WAITING_MAX + 10; count += 1) one.show(board("turn"));
    expect(drawn.length).toBeGreaterThanOrEqual(9);
  });

  test("has no pauses when nothing is to move", () => {
    const drawn: string[] = [];
    const one = director((event) => drawn.push(event.type), () => 0);
    for (const event of [shown, board("flop"), board("turn")]) one.show(event);
    expect(drawn).toHaveLength(3);
  });
});
