// Which rows of a long list are near the screen.

/** How many more are drawn above and below, for what is scrolled before the next look. */
const SPARE = 8;
/** The window moves in steps of this many rows: most of what is scrolled changes nothing. */
const STEP = 4;

interface Place {
  /** How far the list's beginning is above the screen's, in pixels. */
  above: number;
  height: number;
  rowHeight: number;
  count: number;
}

/** The first row to draw, and the one after the last. */
export function windowOf({ above, height, rowHeight, count }: Place): { first: number; last: number } {
  const first = Math.floor(above / rowHeight / STEP) * STEP - SPARE;
  const last = Math.ceil((above + height) / rowHeight / STEP) * STEP + SPARE;
  const within = (row: number) => Math.min(count, Math.max(0, row));
  return { first: within(first), last: within(last) };
}
