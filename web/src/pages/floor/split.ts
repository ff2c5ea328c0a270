// What a price is made of. The server leaves out what is 0.

import type { Split } from "../../wire";

/** All four parts. */
export function parts(split: Partial<Split>): Split {
  return { prize: 0, bounty: 0, fee: 0, staff: 0, ...split };
}

export function total(split: Partial<Split>): number {
  return Object.values(parts(split)).reduce((sum, one) => sum + one, 0);
}
