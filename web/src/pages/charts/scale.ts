// Axes of our own graphs: round steps, and where a value is drawn.

import type { CurvePoint } from "../../wire";

/** Steps of 1, 2 or 5 times a power of ten, none below `smallest`: about `wanted` of them from least to most. */
export function ticks(least: number, most: number, wanted = 5, smallest = 0): number[] {
  const span = most - least;
  if (!(span > 0)) return [least];
  const rough = Math.max(span / wanted, smallest);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.ceil(least / step);
  const last = Math.floor(most / step);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/** A straight line from values to places. */
export function linear(values: readonly [number, number], places: readonly [number, number]): (value: number) => number {
  const [least, most] = values;
  const [from, to] = places;
  if (most === least) return () => (from + to) / 2;
  return (value) => from + ((value - least) / (most - least)) * (to - from);
}

/** The path of a line through points. */
export function path(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], place) => `${place === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** A result begins at nothing, before the first hand; one of only the newest hands begins where it does. */
export function fromStart(curve: readonly CurvePoint[], isCut: boolean): CurvePoint[] {
  const at_ms = curve[0]?.at_ms ?? 0;
  return isCut ? [...curve] : [{ hand: 0, at_ms, cents: 0, showdown_cents: 0 }, ...curve];
}
