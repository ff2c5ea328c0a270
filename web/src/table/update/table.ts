// A table after an event: pure, without a rule of poker. Every line only moves what an event says
// to where the screen has it; `tests/update.test.ts` shows that it is always what a snapshot shows.

import type { HandStarted, HandView, PlacesChanged, SeatView, EventBody } from "../../wire";
import type { PlaceView, TableView } from "../state/types";
import { inTournament } from "./tournament";

/** Forced bets that lie in front of their player; the others go to the middle. */
const LIVE_POSTS: readonly string[] = ["small_blind", "big_blind", "post"];

/** A new hand: at a table for money its number comes first, in a tournament everything comes at once. */
export function beginsHand(event: EventBody): boolean {
  return event.type === "hand_dealt" || event.type === "hand_started";
}

/** The table as it is after `event`; the old one stays as it was. */
export function update(table: TableView, event: EventBody, viewer: number): TableView {
  switch (event.type) {
    case "hand_dealt":
      return { ...table, number: event.number, waits_for: 0 };
    case "table_waits":
      return { ...table, waits_for: event.players, hand: null, clock: null };
    case "places_changed":
      return withPlaces(table, event, viewer);
    case "clock_started":
      return {
        ...table,
        number: event.hand,
        clock: event,
        hand: table.hand && { ...table.hand, actor: event.seat, waits_for: "action", pots: event.pots },
      };
    case "pots_stand":
      return { ...table, hand: table.hand && { ...table.hand, pots: event.pots } };
    case "cards_shown":
      return { ...table, hand: table.hand && opened(table.hand, event.seat, event.hole) };
    case "hand_rolled_back":
      return { ...table, hand: null, clock: null };
    case "table_frozen":
      return { ...table, frozen: event.reason, clock: null };
    case "table_thawed":
      return { ...table, frozen: "" };
    default:
      return inTournament(table, event) ?? inHand(table, event);
  }
}

function withPlaces(table: TableView, event: PlacesChanged, viewer: number): TableView {
  const places = new Map<number, PlaceView>(table.places.map((place) => [place.seat, place]));
  for (const place of event.places) places.set(place.seat, place);
  for (const seat of event.gone) places.delete(seat);
  const sorted = [...places.values()].sort((one, other) => one.seat - other.seat);
  const sits = sorted.some((place) => place.player === viewer);
  return { ...table, places: sorted, me: sits ? (event.me ?? table.me) : null };
}

// The hand

function inHand(table: TableView, event: EventBody): TableView {
  const before = event.type === "hand_started" ? started(event) : table.hand;
  const after = before && changed(before, event);
  if (!before || !after) return table;
  const hand: HandView = {
    ...after,
    event_count: before.event_count + 1,
    actor: null,
    waits_for: "nothing",
    seats: after.seats.map((seat) => ({ ...seat, all_in: seat.live && seat.stack === 0 && !after.is_over })),
  };
  // Only a table for money hears the number before the hand; the clock says it again.
  const isNext = event.type === "hand_started" && table.game.type === "tournament";
  return { ...table, hand, clock: null, number: isNext ? table.number + 1 : table.number };
}

/** The hand after one of its own events; null when the event is of another kind. */
function changed(hand: HandView, event: EventBody): HandView | null {
  switch (event.type) {
    case "hand_started":
    case "checked":
    case "mucked":
    case "hand_voided":
      return hand;
    case "posted":
      return putIn(hand, event.seat, event.by, LIVE_POSTS.includes(event.kind));
    case "hole_dealt":
      return eachSeat(hand, (seat) => ({ ...seat, hole: event.hole[event.seats.indexOf(seat.seat)] ?? seat.hole }));
    case "folded":
    case "hand_killed":
      return oneSeat(hand, event.seat, (seat) => ({ ...seat, live: false }));
    case "called":
      return putIn(hand, event.seat, event.by);
    case "raised":
      return putIn(hand, event.seat, event.to - (seatOf(hand, event.seat)?.bet ?? 0));
    case "board_dealt":
      return {
        ...eachSeat(hand, (seat) => ({ ...seat, bet: 0 })),
        street: event.street,
        board: [...hand.board, ...event.cards],
      };
    case "uncalled_returned":
      return {
        ...oneSeat(hand, event.seat, (seat) => ({
          ...seat,
          stack: seat.stack + event.by,
          bet: Math.max(0, seat.bet - event.by),
        })),
        chips_in: hand.chips_in - event.by,
      };
    case "shown":
    case "force_shown":
      return opened(hand, event.seat, event.hole);
    case "pot_awarded":
      return paid(hand, event.seats, event.shares, event.rake);
    default:
      return null;
  }
}

function started(event: HandStarted): HandView {
  const clockwise = (seat: number) => (seat <= event.button ? seat + 100 : seat);
  const seats = event.seats
    .map((seat, place) => ({
      seat,
      stack: event.stacks[place] ?? 0,
      bet: 0,
      live: true,
      all_in: false,
      open: false,
      hole: [],
      won: 0,
    }))
    .sort((one, other) => clockwise(one.seat) - clockwise(other.seat));
  return {
    game: event.game,
    button: event.button,
    street: "preflop",
    board: [],
    seats,
    pots: [],
    chips_in: 0,
    waits_for: "nothing",
    actor: null,
    options: null,
    is_over: false,
    is_void: false,
    rake: 0,
    event_count: 0,
  };
}

function paid(hand: HandView, seats: number[], shares: number[], rake: number): HandView {
  const after = eachSeat(hand, (seat) => {
    const share = shares[seats.indexOf(seat.seat)] ?? 0;
    return { ...seat, stack: seat.stack + share, won: seat.won + share };
  });
  const given = after.seats.reduce((sum, seat) => sum + seat.won, hand.rake + rake);
  return { ...after, rake: hand.rake + rake, is_over: given === hand.chips_in };
}

function putIn(hand: HandView, number: number, by: number, inFront = true): HandView {
  const after = oneSeat(hand, number, (seat) => ({
    ...seat,
    stack: seat.stack - by,
    bet: seat.bet + (inFront ? by : 0),
  }));
  return { ...after, chips_in: hand.chips_in + by };
}

/** Cards lie open; one that was not shown stays as the viewer sees it. */
function opened(hand: HandView, number: number, hole: number[]): HandView {
  return oneSeat(hand, number, (seat) => ({
    ...seat,
    open: true,
    hole: hole.map((card, place) => (card < 0 ? (seat.hole[place] ?? card) : card)),
  }));
}

export function seatOf(hand: HandView, number: number): SeatView | undefined {
  return hand.seats.find((seat) => seat.seat === number);
}

function oneSeat(hand: HandView, number: number, change: (seat: SeatView) => SeatView): HandView {
  return eachSeat(hand, (seat) => (seat.seat === number ? change(seat) : seat));
}

function eachSeat(hand: HandView, change: (seat: SeatView) => SeatView): HandView {
  return { ...hand, seats: hand.seats.map(change) };
}
