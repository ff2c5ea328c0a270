// Bet sizes: pot fractions, multiples, typed amounts. The limits come from the server; what is
// computed here is only a suggestion within them.

import { plainNumber } from "../../format";
import type { PresetRow } from "../../state/settings.svelte";
import type { HandView, Turn } from "../../wire";

/** What sizes are measured by. All are cents. */
export interface Spot {
  /** Everything in the middle, bets of this street included. */
  pot: number;
  /** The highest bet of this street, and my own. */
  highest: number;
  mine: number;
  bigBlind: number;
  least: number;
  most: number;
}

export function spotOf(turn: Turn, hand: HandView, bigBlind: number): Spot {
  const mine = hand.seats.find((seat) => seat.seat === turn.seat)?.bet ?? 0;
  return {
    pot: turn.pot,
    highest: mine + turn.call,
    mine,
    bigBlind,
    least: turn.raise_from,
    most: turn.raise_to,
  };
}

/** Raise to the highest bet and `part` of what the pot is after a call; 1 is the pot-limit maximum. */
export function potPart(spot: Spot, part: number): number {
  return Math.round(spot.highest + part * (spot.pot + spot.highest - spot.mine));
}

export function clamped(spot: Spot, to: number): number {
  return Math.min(spot.most, Math.max(spot.least, to));
}

/** The row of presets for a situation; in Omaha every bet is a part of the pot. */
export function presetRow(hand: Pick<HandView, "game" | "street">, spot: Spot): PresetRow {
  const { game, street } = hand;
  if (game === "pl-omaha") return "omaha";
  if (street !== "preflop") return "postflop";
  return spot.highest > spot.bigBlind ? "facing" : "preflop";
}

/**
 * What a player typed, as a total: "180", "1.80", "3x" the highest bet, "2.5bb", "66%" of the pot,
 * "pot", "all-in", "max", "min". Null when it is none of them. `unit` is what a bare number counts.
 */
export function typedAmount(text: string, spot: Spot, unit = 100): number | null {
  const word = plainNumber(text);
  if (word === "pot" || word === "p") return potPart(spot, 1);
  if (word === "max" || word === "all-in" || word === "allin") return spot.most;
  if (word === "min") return spot.least;
  const found = /^(\d+(?:\.\d+)?|\.\d+)\s*(x|bb|%)?$/.exec(word);
  if (!found) return null;
  const number = Number(found[1]);
  if (found[2] === "x") return Math.round(number * Math.max(spot.highest, spot.bigBlind));
  if (found[2] === "bb") return Math.round(number * spot.bigBlind);
  if (found[2] === "%") return potPart(spot, number / 100);
  return Math.round(number * unit);
}

/** Whether a size can be a preset: a multiple, big blinds, a part of the pot, or an amount; more than nothing. */
export function isPreset(text: string): boolean {
  const spot: Spot = { pot: 100, highest: 100, mine: 0, bigBlind: 100, least: 1, most: 1_000 };
  return typedAmount(text, spot) !== null && !(Number.parseFloat(text) <= 0);
}

export interface Preset {
  label: string;
  to: number;
  isAllIn: boolean;
}

/** The preset buttons: each within the limits, and none twice. */
export function presets(words: readonly string[], spot: Spot): Preset[] {
  const made: Preset[] = [];
  for (const label of words) {
    const wanted = typedAmount(label, spot);
    if (wanted === null) continue;
    const to = clamped(spot, wanted);
    made.push({ label, to, isAllIn: false });
  }
  return made;
}

/** One step of the slider: a big blind, or a cent; the ends are always reached exactly. */
export function stepped(spot: Spot, to: number, steps: number, size: number): number {
  return clamped(spot, to + steps * size);
}

/** A dragged value snaps to a preset within 2 % of the slider's length. */
export function snapped(spot: Spot, to: number, marks: readonly number[]): number {
  const reach = (spot.most - spot.least) * 0.02;
  const near = marks.find((mark) => Math.abs(mark - to) <= reach);
  return near ?? to;
}
