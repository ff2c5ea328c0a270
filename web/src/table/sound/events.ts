// Which sound an event has.

import type { Sound } from "./play";
import type { HandView, EventBody } from "../state/types";
import { seatOf } from "../update/table";

export function soundOf(event: EventBody, before: HandView | null, hero: number | null): Sound | null {
  switch (event.type) {
    case "hole_dealt":
    case "board_dealt":
      return "deal";
    case "checked":
      return "check";
    case "folded":
      return "fold";
    case "called":
      return "chips";
    case "raised": {
      const seat = before && seatOf(before, event.seat);
      return seat && seat.stack + seat.bet === event.to ? "all_in" : "chips";
    }
    case "pot_awarded":
      return hero !== null && event.seats.includes(hero) ? "win" : "chips";
    default:
      return null;
  }
}
