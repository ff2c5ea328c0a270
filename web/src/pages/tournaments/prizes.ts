// Prizes by place: places that win the same are one row, with what the next better one is more.

import type { Award } from "../../wire";

export interface PaidPlaces {
  first: number;
  last: number;
  award: Award;
  /** How much more it is than the places after it. */
  jump: number;
}

export function placesPaid(prizes: readonly Award[]): PaidPlaces[] {
  const rows: PaidPlaces[] = [];
  for (const [at, award] of prizes.entries()) {
    const before = rows.at(-1);
    if (before && before.award.cents === award.cents && before.award.seat === award.seat) before.last = at + 1;
    else rows.push({ first: at + 1, last: at + 1, award, jump: 0 });
  }
  for (const [at, one] of rows.entries()) one.jump = one.award.cents - (rows[at + 1]?.award.cents ?? 0);
  return rows;
}
