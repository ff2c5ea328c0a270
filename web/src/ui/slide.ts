// A slider over amounts: in between it stops at whole steps, and both of its ends are reached exactly.

export interface Slide {
  least: number;
  most: number;
  step: number;
}

/** How many stops there are after the first. */
export function stops({ least, most, step }: Slide): number {
  return Math.max(0, Math.ceil((most - under(least, step)) / step));
}

export function amountAt({ least, most, step }: Slide, stop: number): number {
  return Math.min(most, Math.max(least, under(least, step) + stop * step));
}

/** The stop of an amount; one between two stops is at the higher one. */
export function stopOf({ least, step }: Slide, amount: number): number {
  return Math.ceil((amount - under(least, step)) / step);
}

/** The last whole step that is not above the least. */
function under(least: number, step: number): number {
  return Math.floor(least / step) * step;
}
