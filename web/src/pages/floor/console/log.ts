// An entry of the log as a sentence.

import { chips, hours, listed, money } from "../../../format";
import { t, type Values } from "../../../i18n/index.svelte";
import type { LogEntry } from "../../../wire";
import { situationKey } from "../book/situations";
import { total } from "../split";
import { penaltyWord } from "./deeds";
import type { Doing } from "./doing.svelte";
import { levelName, place } from "./words";

type FloorEvent = LogEntry["event"];
type Names = Pick<Doing, "name" | "state">;

export function entryWords(entry: LogEntry, names: Names): string {
  return eventWords(entry.event, names);
}

function eventWords(event: FloorEvent, names: Names): string {
  if (event.type === "hand_finished" && event.out.length > 0) {
    const players = listed(event.out.map((one) => names.name(one.entry)));
    return t("console_log.out", { players, table: event.table });
  }
  if (event.type === "clock_stopped" && event.hand_dead) return t("console_log.clock_stopped_dead", { table: event.table });
  if (event.type === "announced" && event.text === "") return t("console_log.announced_nothing");
  if (event.type === "chips_exchanged" && event.given === 0) return t("console_log.chips_exchanged_later", { player: names.name(event.entry) });
  return t(`console_log.${event.type}`, values(event, names));
}

/** What the sentences fill in. */
function values(event: FloorEvent, names: Names): Values {
  const cents = (amount: number) => money(amount, names.state?.currency ?? "");
  const found: Values = {};
  const plain = event as unknown as Record<string, unknown>;
  for (const key of ["table", "level", "number", "card", "day", "bag", "label", "name", "rule", "decision", "field", "text", "button"]) {
    const value = plain[key];
    if (typeof value === "string" || typeof value === "number") found[key] = value;
  }
  const who = plain["entry"] ?? plain["player"];
  if (typeof who === "number") found["player"] = names.name(who);
  else if (typeof who === "string") found["player"] = who;
  switch (event.type) {
    case "undone": return { entries: event.entries.join(", ") };
    case "ruling_made": return { ...found, situation: t(situationKey(event.facts.type)) };
    case "ruling_overridden": return { number: event.entry, decision: event.decision };
    case "penalty_noted": return { player: names.name(event.penalty.player), violation: penaltyWord(event.penalty.type), sanction: t(`console_conduct.sanction_${event.penalty.sanction}`, { hands: event.penalty.missed_hands }) };
    case "entry_taken": return { player: event.player, place: place(event.place), kind: t(`console.kind_${event.kind}` as "console.kind_initial") };
    case "button_placed": return { ...found, seat: event.positions.button };
    case "order_corrected": return { players: listed([...new Set([...event.order, ...Object.keys(event.stacks).map(Number)])].map((entry) => names.name(entry))) };
    case "player_moved": return { ...found, origin: place(event.origin), place: place(event.place) };
    case "table_broken": return { ...found, count: event.moves.length };
    case "level_clock_running":
    case "level_clock_paused": return { ...found, level: names.state ? levelName(names.state.terms.levels, event.level) : event.level, time: hours(event.left_ms) };
    case "rebuy_announced": return { ...found, chips: chips(event.chips) };
    case "rebuy_paid": return { ...found, amount: cents(total(event.price)) };
    case "addon_sold": return { ...found, amount: cents(total(event.price)) };
    case "entry_withdrawn": return { ...found, amount: cents(total(event.refund)) };
    case "prize_paid":
    case "held_prize_decided":
      return { ...found, amount: cents(event.amount), place: event.place };
    case "bounty_paid": return { ...found, amount: cents(event.amount), to: names.name(event.to) };
    case "prizes_fixed": return { amount: cents(event.prizes.reduce((sum, one) => sum + one, 0)), count: event.prizes.length };
    case "deal_proposed": return { method: t(`console_money.method_${event.method}`) };
    case "stack_noted":
    case "stack_bagged":
    case "player_removed":
      return { ...found, chips: chips(event.stack) };
    case "chips_raced": return { ...found, chip: chips(event.race.removed) };
    case "chips_exchanged": return { ...found, given: chips(event.given), small: chips(event.small), received: chips(event.received), large: chips(event.large) };
    case "table_counted": return { ...found, chips: chips(Object.entries(event.chips).reduce((sum, [value, count]) => sum + Number(value) * count, 0)) };
    case "seats_held": return { ...found, count: event.seats };
    case "staff_appointed": return { ...found, role: t(`console.role_${event.role}`) };
    case "staff_dismissed": return { account: event.account };
    case "hand_missed": return { ...found, chips: chips(event.posted) };
    case "blinds_posted": return { ...found, chips: chips(event.posted) };
    default: return found;
  }
}
