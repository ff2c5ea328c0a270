// A table of a tournament in the form of a cash table, so that the same felt draws both. Pure.

import type { EventBody, TableView as CashTable, TournamentPlace, TournamentTableView } from "../../wire";
import type { PlaceView, TableView } from "../state/types";

/** The table of a snapshot, whatever is played there. */
export function tableOf(view: CashTable | TournamentTableView): TableView {
  if (!isTournament(view)) return view;
  return { ...view, places: view.places.map(placeOf), me: null, stake: null };
}

/** A seat of a tournament: whoever is away is dealt in and folded, and keeps the seat (TRN-17). */
function placeOf(place: TournamentPlace): PlaceView {
  return {
    ...place,
    standing: "playing",
    out_since_ms: place.away === null ? null : 0,
    removed_at_ms: null,
    out_cause: place.away === null ? null : place.away === "player" ? "player" : "server_decision",
    leaving: false,
  };
}

/** The table after an event that only tournaments have; null for all others. */
export function inTournament(table: TableView, event: EventBody): TableView | null {
  switch (event.type) {
    case "seats_changed": {
      const changed = new Map(event.places.map((place) => [place.seat, placeOf(place)]));
      const others = table.places.filter((place) => !changed.has(place.seat) && !event.gone.includes(place.seat));
      return { ...table, places: [...others, ...changed.values()].sort((one, other) => one.seat - other.seat) };
    }
    case "game_changed":
      return { ...table, game: event.game };
    case "hand_taken_back":
      return { ...table, hand: null, clock: null };
    default:
      return null;
  }
}

function isTournament(view: CashTable | TournamentTableView): view is TournamentTableView {
  return view.game.type === "tournament";
}
