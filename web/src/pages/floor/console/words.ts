// Places, moves and seats in words.

import { t } from "../../../i18n/index.svelte";
import type { Move, Place } from "../../../wire";

export function place(at: Place): string {
  return t("console.place", { table: at.table, seat: at.seat });
}

export function movePlaces(move: Move): string {
  return `${place({ table: move.from_table, seat: move.from_seat })} → ${place({ table: move.to_table, seat: move.to_seat })}`;
}
