// Everybody's share of the pot while an all-in hand is run out, as the players read it.

import type { HandView, Reading } from "../state/types";

const WHOLE_BOARD = 5;

/** Whole percents by seat; none at a showdown that nobody was all-in before, or while a hand lies face down. */
export function equities(reading: Reading | null, number: number | undefined, hand: HandView | null): Map<number, number> {
  const live = hand?.seats.filter((seat) => seat.live) ?? [];
  const isOpen = hand !== null && !hand.is_over && live.every((seat) => seat.open);
  const isRunOut = (reading?.boards[0]?.cards ?? WHOLE_BOARD) < WHOLE_BOARD;
  if (!isOpen || !isRunOut || reading?.hand !== number) return new Map();
  const hands = reading?.boards.find((board) => board.cards === hand.board.length)?.hands ?? [];
  const shared = hands.filter((one) => one.share_permille !== null && live.some((seat) => seat.seat === one.seat));
  const percents = wholePercents(shared.map((one) => one.share_permille ?? 0));
  return new Map(shared.map((one, place) => [one.seat, percents[place] ?? 0]));
}

/** Shares in whole percents that add up to 100: what is left over goes to the largest remainders. */
export function wholePercents(shares: readonly number[]): number[] {
  const sum = shares.reduce((before, share) => before + share, 0);
  if (sum === 0) return shares.map(() => 0);
  const exact = shares.map((share) => (100 * share) / sum);
  const percents = exact.map(Math.floor);
  const rest = (place: number) => exact[place]! - percents[place]!;
  const byRest = shares.map((_, place) => place).sort((one, other) => rest(other) - rest(one));
  const missing = 100 - percents.reduce((before, percent) => before + percent, 0);
  const rounded = new Set(byRest.slice(0, missing));
  return percents.map((percent, place) => percent + (rounded.has(place) ? 1 : 0));
}
