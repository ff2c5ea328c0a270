// The situations that the book rules on: their pictures, and the facts that each asks for.

import { plainNumber } from "../../../format";
import type { Key } from "../../../i18n/index.svelte";
import type { RulingQuestion } from "../../../wire";

export type Facts = RulingQuestion["facts"];
export type Situation = Facts["type"];
/** `order` are seats one after the other; `stakes` chips by seat, `holes` cards by seat; `groups` seats, ties together. */
type Kind = "chips" | "number" | "seat" | "seats" | "order" | "numbers" | "yes" | "choice" | "text" | "motions" | "stakes" | "holes" | "groups" | "acts";

export interface Fact {
  name: string;
  kind: Kind;
  choices?: readonly string[];
  /** Asked at once; the others only if one wants to say more. */
  needed?: boolean;
  start?: string;
}

type Picture = "chips" | "speech" | "turn" | "cards" | "button" | "eye" | "clock" | "pot" | "seat" | "scales" | "phone";
export interface Sort {
  name: Situation;
  picture: Picture;
  facts: readonly Fact[];
}

const needed = (name: string, kind: Kind, more: Partial<Fact> = {}): Fact => ({ name, kind, needed: true, ...more });
const more = (name: string, kind: Kind, rest: Partial<Fact> = {}): Fact => ({ name, kind, ...rest });
const GAMES = { choices: ["no-limit", "pot-limit", "split-limit"] };
const ACTIONS = { choices: ["check", "call", "bet", "raise", "all-in", "fold"] };

export const SITUATIONS: readonly Sort[] = [
  {
    name: "chips", picture: "chips",
    facts: [
      needed("motions", "motions"), needed("big_blind", "chips"), needed("bet", "chips", { start: "0" }), needed("raise_size", "chips"), needed("said", "text"),
      more("said_after", "yes"), more("own", "chips"), more("pulled_back", "yes"), more("stack", "chips"), more("game", "choice", GAMES), more("pot", "chips"),
      more("barred", "choice", { choices: ["no", "closed", "passive", "capped"] }), more("repeated", "yes"),
    ],
  },
  { name: "words", picture: "speech", facts: [needed("said", "text")] },
  {
    name: "out-of-turn", picture: "turn",
    facts: [needed("action", "choice", ACTIONS), needed("bet_before", "chips", { start: "0" }), needed("bet_now", "chips", { start: "0" }), needed("to", "chips"), needed("chips", "chips"), more("own", "chips"), needed("released", "yes"), needed("all_in_between", "yes")],
  },
  {
    name: "betting", picture: "chips",
    facts: [needed("big_blind", "chips"), needed("seat", "seat"), needed("acts", "acts"), needed("preflop", "yes"), more("posted", "stakes"), more("players", "number"), more("stack", "chips"), more("game", "choice", GAMES), more("pot", "chips")],
  },
  { name: "count", picture: "eye", facts: [needed("asked", "choice", { choices: ["bet", "stack", "nothing"] }), needed("bet", "chips"), needed("stack", "chips"), needed("all_in", "yes"), needed("called", "yes")] },
  {
    name: "misdeal", picture: "cards",
    facts: [needed("actions", "number", { start: "0" }), needed("flop_dealt", "yes"), needed("extra_cards", "number"), needed("extra_card_seen", "yes"), needed("without_cards", "seats"), needed("exposed", "numbers"), more("faulty", "seat"), more("players", "number"), more("bets", "stakes")],
  },
  { name: "button", picture: "button", facts: [needed("used", "seat"), needed("right", "seat"), needed("actions", "number", { start: "0" }), needed("occupied", "seats"), more("bets", "stakes")] },
  { name: "folded", picture: "cards", facts: ["forward_facedown", "exposed_on_turn", "touched_muck", "out_of_turn", "at_showdown", "someone_all_in"].map((name) => needed(name, "yes")) },
  { name: "retrieve", picture: "cards", facts: ["identifiable", "later_action", "deliberate", "all_in_before"].map((name) => needed(name, "yes")) },
  { name: "exposed", picture: "eye", facts: ["on_turn", "last_to_act", "betting_over", "deliberate"].map((name) => needed(name, "yes")) },
  { name: "killed", picture: "cards", facts: [needed("bet", "chips"), needed("last_raiser", "yes"), needed("before", "chips"), needed("matched", "chips")] },
  { name: "dispute", picture: "scales", facts: [needed("shuffle_started", "yes"), needed("cut_done", "yes"), needed("collected", "yes"), needed("paid", "stakes"), needed("due", "stakes")] },
  { name: "level", picture: "clock", facts: [needed("shuffle_started", "yes"), needed("cut_done", "yes")] },
  { name: "absent", picture: "seat", facts: [needed("moment", "choice", { choices: ["last_card", "during_hand", "on_turn"] }), needed("posted", "chips"), needed("all_in", "yes")] },
  { name: "time", picture: "clock", facts: [needed("seated", "yes")] },
  { name: "clock", picture: "clock", facts: [needed("elapsed_s", "number", { start: "0" }), needed("turbo", "yes"), needed("facing_bet", "yes")] },
  { name: "device", picture: "phone", facts: [needed("thing", "choice", { choices: ["device", "headphones", "phone_call"] }), needed("where", "choice", { choices: ["on_table", "beside"] }), needed("in_hand", "yes"), needed("disturbs", "yes")] },
  { name: "showdown", picture: "eye", facts: [needed("seats", "seats"), needed("button", "seat"), needed("last_street", "order"), needed("aggressors", "order"), more("all_in", "seats"), more("mucked", "seats"), more("seat", "seat")] },
  { name: "force-show", picture: "eye", facts: [needed("collusion", "yes"), needed("cut_done", "yes"), needed("shuffle_started", "yes")] },
  { name: "show-all", picture: "eye", facts: [needed("demanded", "yes"), needed("hand_over", "yes")] },
  { name: "cards-speak", picture: "speech", facts: [needed("hole", "text"), needed("board", "text"), needed("false", "yes")] },
  { name: "pots", picture: "pot", facts: [needed("bets", "stakes"), needed("button", "seat"), needed("winners", "groups"), needed("folded", "seats"), needed("unit", "chips"), more("ante", "chips"), more("mucked", "seats"), more("holes", "holes"), more("board", "text")] },
];

/** Facts whose words differ from situation to situation, under the name that the server has. */
const SERVER_NAMES: Record<string, string> = { all_in_before: "all_in", holes: "hole" };

/** The situation as a key of words: `out_of_turn`. */
export function situationKey(name: Situation): Key {
  return `book.situation_${name.replaceAll("-", "_") as "chips"}`;
}

/** What was answered: text, or marks, by fact. */
export type Answers = Record<string, string | boolean | readonly number[] | readonly Act[] | readonly (readonly number[])[]>;
export interface Act {
  seat: number;
  did: string;
  to: string;
}

/** The facts as the server takes them; what was not answered is left out. */
export function factsOf(sort: Sort, answers: Answers): Facts {
  const found: Record<string, unknown> = { type: sort.name };
  for (const fact of sort.facts) {
    const value = read(fact, answers[fact.name] ?? fact.start ?? "");
    if (value !== undefined) found[SERVER_NAMES[fact.name] ?? fact.name] = value;
  }
  return found as unknown as Facts;
}

const number = (text: unknown) => Number(plainNumber(String(text)));
const seatList = (text: string) => text.split(/[^0-9]+/).filter(Boolean).map(Number);

function read(fact: Fact, value: Answers[string]): unknown {
  if (value === "" || value === false || (Array.isArray(value) && value.length === 0)) return fact.kind === "acts" ? [] : undefined;
  switch (fact.kind) {
    case "chips":
    case "number":
    case "seat":
      return number(value);
    case "order":
    case "numbers":
      return seatList(String(value));
    case "groups":
      return String(value).split(/[,;]+/).map((group) => seatList(group)).filter((group) => group.length > 0);
    case "stakes":
    case "holes":
      return bySeat(String(value), fact.kind === "stakes");
    case "motions":
      return (value as number[][]).filter((one) => one.length > 0).map((one) => ({ piles: piles(one) }));
    case "acts":
      return (value as Act[]).map((one) => ({ seat: one.seat, did: one.did, to: one.to === "" ? 0 : number(one.to) }));
    default:
      return value;
  }
}

/** "1:1500 2:500" by seat. */
function bySeat(text: string, isChips: boolean): Record<string, number | string> {
  const pairs = text.split(/[\s,;]+/).filter(Boolean).map((one) => one.split(":"));
  return Object.fromEntries(pairs.map(([seat, what]) => [seat ?? "", isChips ? number(what ?? "") : (what ?? "")]));
}

/** Chips of one push, those of the same value together. */
export function piles(chips: readonly number[]): { chip: number; count: number }[] {
  return [...new Set(chips)].map((chip) => ({ chip, count: chips.filter((one) => one === chip).length }));
}
