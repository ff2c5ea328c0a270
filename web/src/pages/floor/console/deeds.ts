// What can be done with one sheet of fields: its words, its fields, and the command that comes of it.

import type { EntryRow, FloorSeatView, FloorState, FloorTableView, Penalise, Result } from "../../../wire";
import { chips, hours, typedMs } from "../../../format";
import { t } from "../../../i18n/index.svelte";
import { levelChoices } from "../list/structure";
import type { Command } from "../state.svelte";

export interface Field {
  name: string;
  label: string;
  /** `chips` are whole; `money` is typed with decimals and sent in cents. */
  kind: "text" | "long" | "chips" | "money" | "choice" | "yes";
  value?: string;
  choices?: readonly { value: string; label: string }[];
  optional?: boolean;
  note?: string;
}

/** What was typed: numbers for chips and money. */
export type Typed = Record<string, string | number | boolean>;

export interface Deed {
  title: string;
  text?: string;
  fields?: readonly Field[];
  reason?: "none" | "optional" | "required";
  button?: string;
  make: (typed: Typed) => Command;
}

const PENALTIES: readonly Penalise["type"][] = [
  "LANGUAGE", "DEVICE", "HIDDEN_CHIPS", "HIDDEN_CARDS", "STACKING", "STALLING", "DISCLOSURE", "ADVICE", "OUTSIDE_HELP", "BLIND_DODGE",
  "TOUCH_POT", "TOUCH_OTHERS", "LEFT_SEAT", "LEFT_SEAT_ALLIN", "OUT_OF_TURN", "FOLD_OUT_OF_TURN", "FALSE_STATEMENT", "EXPOSE_CARD",
  "MUCK_ALLIN", "SOFT_PLAY", "RABBIT_HUNT", "ANGLE_SHOOT", "COLLUSION", "ABUSE_DIRECT", "ABUSE_INDIRECT", "HYGIENE", "BEHAVIOUR",
];
/** The rules by which the floor declares a hand dead. */
const DEAD_BY = ["LIVE-5.p1", "LIVE-10", "LIVE-27.p1", "LIVE-32", "LIVE-40.p1"] as const;
const deadWords: Record<(typeof DEAD_BY)[number], () => string> = {
  "LIVE-5.p1": () => t("console_conduct.dead_device"),
  "LIVE-10": () => t("console_conduct.dead_seat"),
  "LIVE-27.p1": () => t("console_conduct.dead_clock"),
  "LIVE-32": () => t("console_conduct.dead_absent"),
  "LIVE-40.p1": () => t("console_conduct.dead_shown"),
};

export function penaltyWord(type: string): string {
  return t(`console_conduct.penalty_${type as Penalise["type"]}`);
}

/** What the ladder proposes next, in words. */
export function nextStep(next: EntryRow["next_sanction"]): string {
  return t(`console_conduct.next_${next}`);
}

const violation = (): Field => ({
  name: "type",
  label: t("console_conduct.violation"),
  kind: "choice",
  choices: PENALTIES.map((value) => ({ value, label: penaltyWord(value) })),
});

/** Where button and blinds of the last hand really were. */
export function placeButton(table: FloorTableView): Deed {
  const choices = Array.from({ length: table.seats }, (_, number) => ({ value: String(number + 1), label: t("console.seat_number", { seat: number + 1 }) }));
  const last = table.button === null ? "1" : String(table.button);
  const field = (name: string, label: string, value: string): Field => ({ name, label, kind: "choice", choices, value });
  return {
    title: t("console.place_button"),
    text: t("console.place_button_text"),
    reason: "required",
    fields: [field("button", t("console.position_button"), last), field("small_blind", t("console.position_small_blind"), last), field("big_blind", t("console.position_big_blind"), last)],
    make: ({ button, small_blind, big_blind }) => ({ do: "place_button", table: table.number, button: Number(button), small_blind: Number(small_blind), big_blind: Number(big_blind) }),
  };
}

/** Two hands that were reported in the wrong order. */
export function correctOrder(state: FloorState, name: (entry: number) => string): Deed {
  const out = state.results.filter((one) => one.how === "out");
  const choices = out.map((one) => ({ value: String(one.entry), label: `${one.place}. ${name(one.entry)}` }));
  return {
    title: t("console.correct_order"),
    text: t("console.correct_order_text"),
    reason: "required",
    fields: [
      { name: "better", label: t("console.went_out_later"), kind: "choice", choices, value: choices[1]?.value ?? "" },
      { name: "worse", label: t("console.went_out_earlier"), kind: "choice", choices, value: choices[0]?.value ?? "" },
    ],
    make: ({ better, worse }) => ({ do: "correct_order", order: [Number(better), Number(worse)] }),
  };
}

export function noteStack(seat: FloorSeatView): Deed {
  return {
    title: t("console.note_stack"),
    fields: [{ name: "stack", label: t("console.stack"), kind: "chips", value: seat.stack === null ? "" : String(seat.stack) }],
    make: ({ stack }) => ({ do: "note_stack", entry: seat.entry, stack: Number(stack) }),
  };
}

export function announceRebuy(seat: FloorSeatView): Deed {
  return {
    title: t("console.rebuy_announce"),
    text: t("console.rebuy_text", { player: seat.player }),
    fields: [{ name: "stack", label: t("console.rebuy_stack"), kind: "chips", value: "0" }],
    make: ({ stack }) => ({ do: "announce_rebuy", entry: seat.entry, stack: Number(stack) }),
  };
}

/** A warning or hands to miss; `next` is the step that the ladder proposes for this player. */
export function penalise(seat: FloorSeatView, next: EntryRow["next_sanction"]): Deed {
  return {
    title: t("console_conduct.penalise"),
    text: `${t("console_conduct.penalise_text")} ${t("console_conduct.next_step", { sanction: nextStep(next) })}`,
    reason: "required",
    fields: [
      violation(),
      {
        name: "missed_hands",
        label: t("console_conduct.missed_hands"),
        kind: "chips",
        // How many is for the floor to say: no number is proposed.
        value: next === "missed_hands" ? "" : "0",
        note: t("console_conduct.missed_hands_note"),
      },
    ],
    make: ({ type, missed_hands }) => {
      const hands = Number(missed_hands);
      return { do: "penalise", entry: seat.entry, type: type as Penalise["type"], sanction: hands > 0 ? "missed_hands" : "warning", missed_hands: hands };
    },
  };
}

export function disqualify(seat: FloorSeatView): Deed {
  return {
    title: t("console_conduct.disqualify"),
    text: t("console_conduct.disqualify_text", { player: seat.player }),
    reason: "required",
    fields: [violation(), { name: "stack", label: t("console_conduct.chips_taken"), kind: "chips", value: seat.stack === null ? "" : String(seat.stack) }],
    make: ({ type, stack }) => ({ do: "disqualify", entry: seat.entry, type: type as Penalise["type"], stack: Number(stack) }),
  };
}

export function declareDead(seat: FloorSeatView): Deed {
  return {
    title: t("console_conduct.declare_dead"),
    reason: "required",
    fields: [{ name: "rule", label: t("console_conduct.why_dead"), kind: "choice", choices: DEAD_BY.map((value) => ({ value, label: `${deadWords[value]()} (${value})` })) }],
    make: ({ rule }) => ({ do: "declare_dead", entry: seat.entry, rule: String(rule) }),
  };
}

export function noteIncident(seat: FloorSeatView): Deed {
  return {
    title: t("console_conduct.incident"),
    text: t("console_conduct.incident_text"),
    fields: [{ name: "text", label: t("console_conduct.what_happened"), kind: "long" }],
    make: ({ text }) => ({ do: "note_incident", entry: seat.entry, text: String(text) }),
  };
}

export function bagStack(seat: FloorSeatView): Deed {
  return {
    title: t("console.bag"),
    fields: [
      { name: "stack", label: t("console.stack"), kind: "chips", value: seat.stack === null ? "" : String(seat.stack) },
      { name: "bag", label: t("console.bag_number"), kind: "text", value: seat.bag },
    ],
    make: ({ stack, bag }) => ({ do: "bag_stack", entry: seat.entry, stack: Number(stack), bag: String(bag) }),
  };
}

export function exchange(state: FloorState, seat: FloorSeatView): Deed {
  const values = state.terms.chips.map((one) => one.value).sort((a, b) => a - b);
  const choices = values.map((value) => ({ value: String(value), label: chips(value) }));
  const field = (name: string, label: string, value: number | undefined): Field =>
    choices.length > 0 ? { name, label, kind: "choice", choices, value: String(value ?? "") } : { name, label, kind: "chips" };
  return {
    title: t("console_chips.exchange"),
    text: t("console_chips.exchange_text"),
    fields: [
      field("small", t("console_chips.small_chip"), values[0]),
      field("large", t("console_chips.large_chip"), values[1]),
      { name: "count", label: t("console_chips.small_count"), kind: "chips" },
      { name: "present", label: t("console_chips.present"), kind: "yes", value: "yes" },
    ],
    make: ({ small, large, count, present }) => ({
      do: "exchange", entry: seat.entry, small: Number(small), large: Number(large), chips: { [String(small)]: Number(count) }, present: present === true,
    }),
  };
}

export function setClock(state: FloorState, level: number, leftMs: number): Deed {
  return {
    title: t("console.set_clock"),
    reason: "required",
    fields: [
      {
        name: "level",
        label: t("console.level"),
        kind: "choice",
        value: String(Math.max(1, level)),
        choices: levelChoices(state.terms.levels, t("console.break")).map((one) => ({ ...one, value: String(one.value) })),
      },
      { name: "minutes", label: t("console.minutes_left"), kind: "text", value: hours(leftMs), note: t("console.minutes_note") },
    ],
    make: ({ level: chosen, minutes }) => ({ do: "set_clock", level: Number(chosen), left_ms: Math.max(1, typedMs(String(minutes))) }),
  };
}

export function drawButton(table: FloorTableView): Deed {
  return {
    title: t("console.draw_button"),
    text: t("console.draw_button_text"),
    fields: table.players.map((one) => ({ name: String(one.seat), label: `${one.seat} · ${one.player}`, kind: "text", optional: true, note: "" })),
    make: (typed) => {
      const cards = Object.fromEntries(Object.entries(typed).map(([seat, card]) => [seat, String(card).trim()]).filter(([, card]) => card !== ""));
      return { do: "draw_button", table: table.number, cards: Object.keys(cards).length > 0 ? cards : null };
    },
  };
}

export function holdSeats(table: FloorTableView): Deed {
  return {
    title: t("console.hold_seats"),
    text: t("console.hold_seats_text"),
    fields: [{ name: "seats", label: t("console.seats_held"), kind: "chips", value: String(table.held_seats) }],
    make: ({ seats }) => ({ do: "hold_seats", table: table.number, seats: Number(seats) }),
  };
}

export function breakTable(table: FloorTableView): Deed {
  return { title: t("console.break_table", { table: table.number }), text: t("console.break_table_text"), make: () => ({ do: "break_table", table: table.number }) };
}

export function lastHands(): Deed {
  return {
    title: t("console.last_hands"),
    text: t("console.last_hands_text"),
    fields: [{ name: "card", label: t("console.last_hands_card"), kind: "chips", optional: true }],
    make: ({ card }) => ({ do: "draw_last_hands", card: card === "" ? null : Number(card) }),
  };
}

export function withdrawEntry(entry: number, player: string): Deed {
  return { title: t("console.withdraw_entry"), text: t("console.withdraw_entry_text", { player }), make: () => ({ do: "withdraw_entry", entry }) };
}

export function heldPrize(result: Result, player: string, amount: string, pays: boolean): Deed {
  return {
    title: t("console_money.held_prize", { player }),
    reason: "required",
    button: t(pays ? "console_money.held_prize_pay" : "console_money.held_prize_keep", { amount }),
    make: () => ({ do: "decide_held_prize", entry: result.entry, pays }),
  };
}
