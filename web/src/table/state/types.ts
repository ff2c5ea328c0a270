// The wire's types by the names that a table uses; the table of a tournament has the same form as one for cash.

import type { Act, CashGame, PlaceView as CashPlace, TableView as CashTable, TournamentGame, TournamentPlace } from "../../wire";

export type { HandView, Reading, SeatView, EventBody, Turn } from "../../wire";
export type Action = Act["a"];
/** A taken seat; in a tournament with what is won for knocking its player out, and why they are away. */
export type PlaceView = CashPlace & { bounty?: number; away?: TournamentPlace["away"] };
export type TableView = Omit<CashTable, "game" | "places"> & { game: CashGame | TournamentGame; places: PlaceView[] };
