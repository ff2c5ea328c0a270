// Where the seats of a table are drawn: on an ellipse, at equal steps, the viewer's own at the bottom.

export interface Place {
  /** In percent of the stage. */
  x: number;
  y: number;
}

/** The place of a seat, or between two, among `count`, clockwise from `bottom`; `reach` draws it nearer to the middle. */
export function placeOf(seat: number, count: number, bottom: number, reach = 1, upright = false): Place {
  const step = (((seat - bottom) % count) + count) % count;
  const angle = Math.PI / 2 + (2 * Math.PI * step) / count;
  const [width, height] = upright ? [36, 37] : [41, 36];
  return { x: 50 + width * reach * Math.cos(angle), y: 50 + height * reach * Math.sin(angle) };
}
