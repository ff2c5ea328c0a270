// The wire's types by the names that a table uses.

import type { Act } from "../../wire";

export type { HandView, PlaceView, Reading, SeatView, TableView, EventBody, Turn } from "../../wire";
export type Action = Act["a"];
