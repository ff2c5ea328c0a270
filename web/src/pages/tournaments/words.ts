// Tournaments in words: what one costs, what its state is, and the terms of an entry.

import { chips, money } from "../../format";
import { known, t, tn, type Key } from "../../i18n/index.svelte";
import { gameName } from "../parts/stakes";
import { isHexaPro, isOnDemand } from "./kinds";
import { momentIn, opensWords } from "./start";
import type { EntryTerm, TournamentInfo, TournamentRow, TournamentView } from "../../wire";

const MINUTE_MS = 60_000;

/** "9 + 1": what goes to the prizes and what the house keeps; a HexaPro game has no separate fee. */
export function priceWords({ price, fee, currency }: Pick<TournamentRow, "price" | "fee" | "currency">): string {
  if (price === 0) return t("tournaments.free");
  return fee > 0 ? `${money(price - fee, currency)} + ${money(fee, currency)}` : money(price, currency);
}

/** "NL Hold'em · Re-entry, Bounty": the game, and what is special about it. */
export function formatWords(row: Pick<TournamentRow, "game" | "kind" | "marks">): string {
  const marks = row.marks.map((mark) => t(`tournaments.mark_${mark}` as Key));
  const words = marks.length > 0 ? marks.join(", ") : t(row.kind === "scheduled" ? "tournaments.freezeout" : (`tournaments.kind_${row.kind}` as Key));
  return `${gameName(row.game)} · ${words}`;
}

/** The state in words; when one can enter, or for how long still: "Late registration 12 min, level 3 of 6". */
export function phaseWords(row: Pick<TournamentRow, "phase" | "level" | "late_until_ms" | "opens_ms">, now: number, view?: Pick<TournamentView, "info">): string {
  const state = t(`tournaments.phase_${row.phase}` as Key);
  // The page of a tournament has the moment in other places.
  if (row.phase === "announced" && row.opens_ms !== null && !view) return `${state}, ${opensWords(row.opens_ms, now)}`;
  if (row.phase !== "late_registration") return state;
  const left = row.late_until_ms === null ? 0 : Math.ceil((row.late_until_ms - now) / MINUTE_MS);
  const words = left > 0 ? t("tournaments.late_for", { minutes: left }) : state;
  return view ? `${words}, ${t("tournament.late_level", { level: row.level, last: view.info.late_levels })}` : words;
}

/** When one can enter, where the button will be: "Registration opens in 12:30". */
export function openingWords(opens: number, now: number): string {
  return momentIn(opens, now, "tournament.opens_in", "tournament.opens_at");
}

/** What a tournament is, in one sentence. */
export function sentenceWords(row: Pick<TournamentRow, "kind" | "game" | "marks" | "currency">, info: TournamentInfo): string {
  const first = info.levels[0];
  const values = {
    format: formatWords(row).replace(" · ", ", "),
    price: money(info.price, row.currency),
    chips: chips(info.starting_stack),
    seats: info.seats,
    blinds: first ? `${chips(first.small)}/${chips(first.big)}` : "–",
    length: lengthWords(info.level_s),
  };
  if (isHexaPro(row)) return t("tournament.sentence_hexapro", values);
  if (row.kind === "sit_and_go") return t("tournament.sentence_sit_and_go", values);
  return t(info.price === 0 ? "tournament.sentence_free" : "tournament.sentence", values);
}

/** What a bounty is now, or null where only the server's words say it. */
export function bountyWords({ players, row }: Pick<TournamentView, "players" | "row">): string | null {
  const worth = players.map((one) => one.bounty).filter((bounty) => bounty > 0);
  if (worth.length === 0) return null;
  const [least, most] = [Math.min(...worth), Math.max(...worth)].map((cents) => money(cents, row.currency)) as [string, string];
  return least === most ? t("tournament.bounty_each", { amount: least }) : t("tournament.bounty_range", { least, most });
}

/** What there is to win: the pool of the entries so far, or what is guaranteed if that is more. */
export function prizeWords(row: Pick<TournamentRow, "pool" | "guarantee" | "currency">): string {
  if (row.guarantee > row.pool) return t("tournaments.guaranteed", { amount: money(row.guarantee, row.currency) });
  return row.pool > 0 ? money(row.pool, row.currency) : "–";
}

/** When an entry can be given back. */
export function undoWords(info: TournamentInfo, starts: number | null, moment: (ms: number) => string): string {
  if (!info.unregistration) return t("tournaments.undo_never");
  if (isOnDemand(info)) return t("tournaments.undo_until_full");
  const until = info.unregistration_until_ms ?? starts;
  return until === null ? t("tournaments.undo_until_start") : t("tournaments.undo_until", { time: moment(until) });
}

/** A length of time in words. */
export function lengthWords(seconds: number): string {
  return seconds % 60 === 0 ? tn("tournaments.minutes", seconds / 60) : t("tournaments.seconds", { count: seconds });
}

/** A term in the player's language, from the figures; null where only the server's words say it. */
export function termWords(term: EntryTerm, info: TournamentInfo, currency: string): string | null {
  switch (term.topic) {
    case "price":
      if (info.price === 0) return t("tournaments.term_free");
      if (isHexaPro(info)) return t("tournaments.term_price_hexapro", { price: money(info.price, currency) });
      if (info.price_max > info.price) return t("tournaments.term_price_range", { least: money(info.price, currency), most: money(info.price_max, currency), fee: money(info.fee, currency) });
      return t("tournaments.term_price", { price: money(info.price, currency), fee: money(info.fee, currency) });
    case "stack":
      return t(stackKey(term, info), { chips: chips(info.starting_stack), seats: info.seats });
    case "blinds":
      return blindsWords(info);
    case "start":
      return isOnDemand(info) ? t("tournaments.term_start_full", { seats: info.seats }) : t("tournaments.term_start", { fewest: info.minimum_entries });
    case "late_registration":
      return info.late_levels === 0 ? t("tournaments.term_not_late") : t("tournaments.term_late", { level: info.late_levels });
    case "re_entry":
      return info.max_entries === 1 ? t("tournaments.term_no_re_entry") : t("tournaments.term_re_entry", { entries: info.max_entries });
    case "rebuy":
      return info.rebuy === null ? t("tournaments.term_no_rebuy") : t("tournaments.term_rebuy", { level: info.rebuy.until_level, chips: chips(info.starting_stack), price: money(info.price, currency) });
    case "add_on":
      return info.addon && t("tournaments.term_add_on", { chips: chips(info.addon.chips), price: money(info.addon.price_cents, currency) });
    case "breaks":
      return info.break_minute === null ? t("tournaments.term_no_breaks") : t("tournaments.term_breaks", { minute: info.break_minute });
    case "prizes":
      return isHexaPro(info) ? t("tournament.term_prizes_drawn") : t(info.target ? "tournaments.term_prizes_seats" : "tournament.term_prizes");
    case "guarantee":
      return t("tournaments.term_guarantee", { amount: money(info.guarantee, currency) });
    case "bounty":
      return termBounty(term.figures, currency);
    case "satellite":
      return termSatellite(term.figures, info.target, currency);
    case "freeroll":
      return termFreeroll(term.figures, info, currency);
    case "phases":
      return t("tournaments.term_phases", { word: info.phase_word.toLowerCase(), levels: term.figures.levels ?? 0 });
    default:
      return null;
  }
}

type Figures = EntryTerm["figures"];

function stackKey({ figures }: EntryTerm, info: TournamentInfo): Key {
  if (figures.chips === undefined) return "tournaments.term_stack_drawn";
  return info.price_max > info.price ? "tournaments.term_stack_range" : "tournaments.term_stack";
}

/** What goes to whoever knocks a player out (TYP-09 to TYP-11). */
function termBounty({ bounty = 0, added_percent, vip, vip_ticket }: Figures, currency: string): string {
  const part = { amount: money(bounty, currency) };
  const words = added_percent === undefined ? t("tournaments.term_bounty", part) : t("tournaments.term_bounty_progressive", { ...part, percent: added_percent });
  if (vip !== undefined) return `${words} ${t("tournaments.term_bounty_vip", { amount: money(vip, currency) })}`;
  return vip_ticket === undefined ? words : `${words} ${t("tournaments.term_bounty_vip_ticket", { amount: money(vip_ticket, currency) })}`;
}

/** What a satellite is played for (TYP-03 to TYP-05). */
function termSatellite({ seat_price = 0, guaranteed_seats = 0, is_package }: Figures, target: string, currency: string): string {
  const words = t(is_package ? "tournaments.term_satellite_package" : "tournaments.term_satellite", { price: money(seat_price, currency), target });
  return guaranteed_seats > 0 ? `${words} ${tn("tournaments.term_seats_guaranteed", guaranteed_seats)}` : words;
}

/** What the house pays, and what it asks for (TYP-06). */
function termFreeroll({ added = 0 }: Figures, { conditions }: TournamentInfo, currency: string): string {
  const words = t("tournaments.term_freeroll", { amount: money(added, currency) });
  const needs = conditions.map((one) => `${known(`tournaments.fact_${one.fact}`) ?? one.fact.replaceAll("_", " ")}: ${chips(one.at_least)}`);
  return needs.length > 0 ? `${words} ${t("tournaments.term_freeroll_needs", { needs: needs.join(", ") })}` : words;
}

function blindsWords(info: TournamentInfo): string | null {
  const [first, last] = [info.levels[0], info.levels.at(-1)];
  if (!first || !last) return null;
  const span = { from: `${chips(first.small)}/${chips(first.big)}`, to: `${chips(last.small)}/${chips(last.big)}`, levels: info.levels.length };
  if (isHexaPro(info)) return t("tournaments.term_blinds_drawn", span);
  return t("tournaments.term_blinds", { ...span, length: lengthWords(info.level_s) });
}
