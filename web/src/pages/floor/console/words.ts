// Places, moves, levels and stacks in words.

import { t } from "../../../i18n/index.svelte";
import type { FloorSeatView, FloorState, FloorTableView, Level, Move, Place } from "../../../wire";
import { isBreak, levelNumber } from "../state.svelte";

export function place(at: Place): string {
  return t("console.place", { table: at.table, seat: at.seat });
}

export function movePlaces(move: Move): string {
  return `${place({ table: move.from_table, seat: move.from_seat })} → ${place({ table: move.to_table, seat: move.to_seat })}`;
}

/** A level as people count it, or a break. */
export function levelName(levels: readonly Level[], number: number): string {
  return isBreak(levels[number - 1] ?? null) ? t("console.break") : t("console.level_number", { number: levelNumber(levels, number) });
}

/** A stack that somebody has counted: once hands are played, what was handed out says nothing any more. */
export function knownStack(state: FloorState, table: FloorTableView, seat: FloorSeatView): number | null {
  return table.hands > 0 && seat.stack === state.terms.starting_stack ? null : seat.stack;
}
