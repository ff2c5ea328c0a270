// The kinds of tournaments, as far as pages tell them apart.

import type { TournamentInfo } from "../../wire";

type Offered = Pick<TournamentInfo, "kind">;

/** Whether it starts when its seats are taken, not at a time. */
export function isOnDemand({ kind }: Offered): boolean {
  return kind === "sit_and_go" || isHexaPro({ kind });
}

export function isHexaPro({ kind }: Offered): boolean {
  return kind.startsWith("hexapro");
}
