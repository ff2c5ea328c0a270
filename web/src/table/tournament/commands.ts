// Typed commands that only tournaments have: level, place, prizes, bank, out, back, rebuy, addon, deal, accept, refuse.

import { chips, inBigBlinds, minutes, money, ordinal } from "../../format";
import { t } from "../../i18n/index.svelte";
import { connection, type Wish } from "../../state/connection.svelte";
import { sayRefusal } from "../../state/toasts.svelte";
import { tournaments } from "../../state/tournaments.svelte";
import type { TournamentGame, TournamentView } from "../../wire";
import type { TableStore } from "../state/store.svelte";
import { figuresOf } from "./figures";
import { blindsOf, DEAL_KINDS, dealKindWords, type DealKind } from "./words";

const WORDS = new Set(["level", "place", "left", "prizes", "bank", "out", "back", "rebuy", "addon", "deal", "accept", "refuse"]);
const PRIZES_SAID = 9;

/** Carry out a command of a tournament; null when it is none. */
export function tournamentCommand(table: TableStore, word: string, rest: readonly string[]): string | null {
  if (!WORDS.has(word)) return null;
  const game = table.tournament;
  if (!game) return t("felt.text_not_here");
  const view = tournaments.open.get(game.tournament)?.view ?? null;
  switch (word) {
    case "level":
      return level(game);
    case "place":
    case "left":
      return place(game, view, table.viewer);
    case "prizes":
      return prizes(view);
    case "bank":
      return table.place ? t("felt.time_bank", { time: minutes(table.place.bank_ms) }) : t("felt.text_no_bank");
    case "out":
    case "back":
      return asked(game, word === "out" ? { t: "go_away" } : { t: "play_again" });
    case "rebuy":
      return asked(game, { t: "rebuy" });
    case "addon":
      return asked(game, { t: "add_on" });
    default:
      return deal(game, view, word, rest);
  }
}

function level(game: TournamentGame): string {
  const said = t("felt.text_level", { level: game.level.level, blinds: blindsOf(game.level) });
  const ends = game.level.ends_ms;
  return ends === null ? said : `${said} ${t("felt.text_next", { time: minutes(ends - connection.now) })}`;
}

function place(game: TournamentGame, view: TournamentView | null, viewer: number): string {
  const { left, entries, average, place } = figuresOf(view, viewer);
  const said = [t("felt.text_left", { left: chips(left), entries: chips(entries) })];
  if (place > 0) said.push(t("felt.spoken_place", { place: ordinal(place), left: chips(left) }));
  said.push(t("felt.text_average", { chips: chips(average), blinds: inBigBlinds(average, game.level.big) }));
  return said.join(" ");
}

function prizes(view: TournamentView | null): string {
  if (!view || view.prizes.length === 0) return t("felt.text_no_prizes");
  return view.prizes
    .slice(0, PRIZES_SAID)
    .map((award, at) => t("felt.text_prize", { place: at + 1, prize: award.seat ? t("felt.seat_prize") : money(award.cents, view.row.currency) }))
    .join(" ");
}

function deal(game: TournamentGame, view: TournamentView | null, word: string, [kind = ""]: readonly string[]): string {
  const open = view?.deal;
  if (word === "deal" && open) return openDeal(view);
  if (word === "deal") {
    if (!(DEAL_KINDS as readonly string[]).includes(kind)) return t("felt.text_deal_which");
    return asked(game, { t: "propose_deal", kind: kind as DealKind });
  }
  if (!open) return t("felt.deal_not_known");
  return asked(game, { t: word === "accept" ? "accept_deal" : "refuse_deal", deal: open.deal });
}

/** The proposal in numbers. */
function openDeal(view: TournamentView): string {
  const { deal, players, row } = view;
  if (!deal) return t("felt.deal_not_known");
  const by = players.find((one) => one.player === deal.by)?.name ?? "";
  const shares = players
    .filter((one) => deal.shares[String(one.entry)] !== undefined)
    .map((one) => t("text_mode.stack", { name: one.name, amount: money(deal.shares[String(one.entry)] ?? 0, row.currency) }));
  return [t("felt.deal_by", { name: by, kind: dealKindWords(deal.kind) }), ...shares].join("; ");
}

/** Ask the tournament; a refusal says why. */
function asked(game: TournamentGame, wish: Record<string, unknown>): string {
  void connection.ask({ ...wish, ch: `tournament:${game.tournament}` } as Wish).catch(sayRefusal);
  return t("felt.text_asked");
}
