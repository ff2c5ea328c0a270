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
  /** How far from the pod to the centre bets lie, if there is room. */
  betAt: number;
}

/** The size of the stage in letters, and how much room the hero's cards take to one side. */
export interface Room {
  width: number;
  height: number;
  /** Pods without a picture, for screens on which the others would cover the board. */
  isSmall: boolean;
  /** Little room for words and choices after a hand: a small stage, or a low one. */
  isTight: boolean;
  cards: number;
}

/** Where a bet lies, and to which side of the point it reaches: a long number must not cover a pod. */
export interface BetPoint extends Point {
  reaches: -1 | 1;
}

/** Below this many letters of width the pods are small. */
export const SMALL_BELOW = 60;
/** Below this many pixels of height a stage is low. */
export const LOW_BELOW_PX = 340;
/** Half the width of a pod, in letters; the hero's small one is a little wider. */
const HALF_POD = { small: 3.8, small_hero: 4.5, wide: 5.2 };
const HALF_BUTTON = 0.9;
const HALF_CHIP = 0.75;

const within = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** The size of a letter, from which everything on the stage is measured, in pixels. */
export function letterOf(width: number, height: number, isTall: boolean): number {
  if (isTall) return within(9.5, Math.min(width * 0.032, height * 0.03), 20);
  const wide = within(9, Math.min(width * 0.0175, height * 0.0285), 22);
  // In a small tile the pods are small too: their words need not be.
  return Math.max(wide, Math.min(width * 0.0225, height * 0.03, 10.5));
}

export const WIDE: Stage = { centre: { x: 50, y: 49.5 }, seats: { x: 41, y: 33.5 }, betAt: 0.36 };
export const TALL: Stage = { centre: { x: 50, y: 49 }, seats: { x: 42, y: 36 }, betAt: 0.44 };

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

/** Of six places, those that fewer seats have on a tall stage: none is beside the board. */
const OF_SIX: Record<number, readonly number[]> = { 2: [0, 3], 3: [0, 2, 4], 4: [0, 2, 3, 4], 5: [0, 1, 2, 4, 5] };

/** Where the seats of a table are. */
export function seatPoints(stage: Stage, count: number): Point[] {
  const chosen = stage === TALL ? OF_SIX[count] : undefined;
  return chosen ? chosen.map((place) => around(stage, 6)[place]!) : around(stage, count);
}

/** The same point, moved so far inwards that the pod on it is on the stage as a whole, its clock too. */
export function onStage(point: Point, room: Room): Point {
  const half = ((room.isSmall ? HALF_POD.small : HALF_POD.wide) + 0.7) * (100 / room.width);
  return { x: within(half, point.x, 100 - half), y: point.y };
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

const isMiddle = (stage: Stage, pod: Point): boolean => Math.abs(pod.x - stage.centre.x) < 3;

/** A point this many letters from another. */
function beside(from: Point, room: Room, right: number, down: number): Point {
  return { x: from.x + (right * 100) / room.width, y: from.y + (down * 100) / room.height };
}

/** How far the next thing beside a pod is: past the box, or past the hero's cards. */
function reach(room: Room, isHero: boolean): number {
  const box = !room.isSmall ? HALF_POD.wide : isHero ? HALF_POD.small_hero : HALF_POD.small;
  return (isHero ? Math.max(box, room.cards) : box) + 0.4;
}

/**
 * Where a bet lies: on the way to the centre; where the board is in the way, beside the upper half
 * of the pod, so that neither a card nor what is under the pod is covered.
 */
export function betPoint(stage: Stage, room: Room, pod: Point, isHero: boolean): BetPoint {
  const right = reach(room, isHero);
  if (isHero) return { ...beside(pod, room, right, room.isSmall ? 0.2 : -1.7), reaches: 1 };
  if (isMiddle(stage, pod)) return { ...beside(pod, room, right, 0.4), reaches: 1 };
  const inwards = pod.x < stage.centre.x ? 1 : -1;
  const isUpper = pod.y < stage.centre.y;
  // On a low stage the button lies beside the lower pods: their bets move up and leave it room.
  const up = room.isTight && !isUpper ? -1.5 : 0;
  if (!room.isSmall) return { ...beside(towards(stage, pod, stage.betAt), room, -2.4 * inwards, up), reaches: inwards };
  return { ...beside(pod, room, inwards * right, isUpper ? -1.65 : -3.1), reaches: inwards };
}

/** Where the chips that a seat has won go: where its bets lay; on a tight stage under the pod, which says how much it was. */
export function wonPoint(stage: Stage, room: Room, pod: Point, isHero: boolean): BetPoint {
  return room.isTight ? { ...beside(pod, room, -HALF_CHIP, 0), reaches: 1 } : betPoint(stage, room, pod, isHero);
}

/** Where the dealer button lies: beside the pod; under it where the bet or the player's own cards lie beside it. */
export function buttonPoint(stage: Stage, room: Room, pod: Point, isHero: boolean): Point {
  const right = reach(room, isHero) + HALF_BUTTON - 0.15;
  if (isHero) return beside(pod, room, -right, -1.9);
  if (isMiddle(stage, pod)) return beside(pod, room, -right, 0.6);
  const inwards = pod.x < stage.centre.x ? 1 : -1;
  const isUpper = pod.y < stage.centre.y;
  const hasRoomBeside = room.cards < HALF_POD.wide;
  if (room.isTight && !isUpper && hasRoomBeside) return beside(pod, room, inwards * right, room.isSmall ? -0.7 : -1.4);
  if (room.isSmall) return beside(pod, room, -1.7 * inwards, 4);
  return beside(pod, room, inwards * right, isUpper ? -0.8 : 0.8);
}

/**
 * Where the choice to show or muck lies: left of the player's own pod, past the button; on a tight stage as low
 * as it goes, clear of the next player's pod; under a pod that is at the side.
 */
export function showPoint(stage: Stage, room: Room, pod: Point, isHero: boolean): Point & { lies: "beside" | "lowest" | "below" } {
  if (!isMiddle(stage, pod)) return { ...beside(pod, room, 0, 2.2), lies: "below" };
  const { x } = buttonPoint(stage, room, pod, isHero);
  return { ...beside({ x, y: pod.y }, room, -HALF_BUTTON - 0.3, 0), lies: room.isTight ? "lowest" : "beside" };
}

/** Where the player's own made hand is named: at the lower edge below the player's own pod, or right under a pod that is elsewhere. */
export function strengthStyle(stage: Stage, room: Room, pod: Point, isBottom: boolean): string {
  if (isBottom) return `left: ${stage.centre.x}%; bottom: 0.4em; translate: -50%`;
  const side = isMiddle(stage, pod) ? 0 : pod.x < stage.centre.x ? -1 : 1;
  const { x, y } = beside(pod, room, side * HALF_POD.wide, side === 0 ? 2.1 : 3.2);
  return `left: ${x}%; top: ${y}%; translate: ${(-1 - side) * 50}%`;
}
