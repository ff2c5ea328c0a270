// What the house changed after the draw of a start: two entries took each other's seats (AMB-74).

import type { DrawnSeat, ToldSeat } from "../../wire";

/** Whether a start tells nothing but exchanges: two rows each, of entries at two tables. */
export function areExchanges(seats: readonly DrawnSeat[], told: readonly ToldSeat[]): boolean {
  const drawn = new Map(seats.map(([entry, table, seat]) => [entry, `${table} ${seat}`]));
  for (let place = 0; place < told.length; place += 2) {
    const [one, other] = [told[place], told[place + 1]];
    if (!one || !other || one[0] !== "exchanged" || other[0] !== "exchanged" || one[2] === other[2]) return false;
    const [first, second] = [`${one[2]} ${one[3]}`, `${other[2]} ${other[3]}`];
    if (drawn.get(one[1]) !== second || drawn.get(other[1]) !== first) return false;
    drawn.set(one[1], first).set(other[1], second);
  }
  return true;
}
