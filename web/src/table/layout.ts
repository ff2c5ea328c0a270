// Where the seats are drawn: pods at equal arc length on an ellipse, the hero at the bottom, then
// clockwise. Numbers are percent of the stage.

export interface Point {
  x: number;
  y: number;
}

export interface Stage {
  centre: Point;
  /** Half width and half height of the ellipse on which the pods sit. */
  seats: Point;
  /** How far from the pod to the centre bets lie. */
  betAt: number;
}

export const WIDE: Stage = { centre: { x: 50, y: 49.5 }, seats: { x: 41, y: 34 }, betAt: 0.4 };
export const TALL: Stage = { centre: { x: 50, y: 49 }, seats: { x: 38, y: 37 }, betAt: 0.44 };

const STEPS = 720;

/** `count` points at equal arc length, the first at the bottom, clockwise on the screen. */
export function around(stage: Stage, count: number): Point[] {
  const at = (step: number): Point => {
    const angle = Math.PI / 2 + (2 * Math.PI * step) / STEPS;
    return {
      x: stage.centre.x + stage.seats.x * Math.cos(angle),
      y: stage.centre.y + stage.seats.y * Math.sin(angle),
    };
  };
  const lengths = [0];
  for (let step = 1; step <= STEPS; step += 1) {
    const [from, to] = [at(step - 1), at(step)];
    lengths.push(lengths[step - 1]! + Math.hypot(to.x - from.x, to.y - from.y));
  }
  const whole = lengths[STEPS]!;
  return Array.from({ length: count }, (_, place) => {
    const wanted = (whole * place) / count;
    return at(lengths.findIndex((length) => length >= wanted));
  });
}

/** The place of a seat on the screen, counted clockwise from the bottom. */
export function placeOf(seat: number, hero: number | null, count: number): number {
  return (((seat - (hero ?? 1)) % count) + count) % count;
}

/** The point on the way from `from` to the centre. */
export function towards(stage: Stage, from: Point, part: number): Point {
  return {
    x: from.x + (stage.centre.x - from.x) * part,
    y: from.y + (stage.centre.y - from.y) * part,
  };
}
