// Axes of our own graphs: round steps, and where a value is drawn.

/** Steps of 1, 2 or 5 times a power of ten: about `wanted` of them from least to most. */
export function ticks(least: number, most: number, wanted = 5): number[] {
  const span = most - least;
  if (!(span > 0)) return [least];
  const rough = span / wanted;
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
