// What the room told a player about the start of their tournament, beside the proof: both must say the same.

import { finding, type Finding } from "../findings";
import type { DrawOutcome } from "../../wire";

/** As far as this window has heard of it. */
export interface ToldStart {
  entry?: number;
  /** Where the player was sent at the start. */
  seat?: number;
  /** What the reel of a HexaPro game has shown. */
  multiplier_tenths?: number;
}

/** What is wrong where the room showed the player something else than the proof says. */
export function toldFindings(outcome: DrawOutcome, told: ToldStart): Finding[] {
  const drawn = outcome.seats?.find(([entry]) => entry === told.entry);
  const isOtherSeat = told.entry !== undefined && told.seat !== undefined && drawn?.[2] !== told.seat;
  const isOtherPrize = told.multiplier_tenths !== undefined && told.multiplier_tenths !== (outcome.multiplier_tenths ?? 0);
  return isOtherSeat || isOtherPrize ? [finding("outcome_differs")] : [];
}
