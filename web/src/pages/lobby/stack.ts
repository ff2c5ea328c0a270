// What one brings to a table unless one chooses something else.

const USUAL_BIG_BLINDS = 100;

/** A hundred big blinds, within what is legal and what one has. */
export function usualStack(bigBlind: number, least: number, most: number, balance: number): number {
  const affordable = Math.max(least, Math.min(most, balance));
  return Math.min(Math.max(USUAL_BIG_BLINDS * bigBlind, least), affordable);
}
