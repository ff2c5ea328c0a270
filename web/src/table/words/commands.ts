// Typed commands of the text mode: f, c, r 180, p, a, cards, board, stacks, pot, help.

import { t } from "../../i18n/index.svelte";
import { tournamentCommand } from "../tournament/commands";
import { doubtWords } from "./doubts";
import type { TableStore } from "../state/store.svelte";
import { potPart } from "../state/sizing";
import { handWords, potWords, spokenCards } from "./sentences";

/** Carry out a command; returns what to say about it. */
export function command(table: TableStore, line: string): string {
  const [word = "", ...rest] = line.trim().toLowerCase().split(/\s+/);
  switch (word) {
    case "f":
    case "fold":
      return onTurn(table, () => table.decision.fold(true));
    case "c":
    case "check":
    case "call":
      return onTurn(table, () => table.decision.checkOrCall());
    case "r":
    case "raise":
    case "b":
    case "bet":
      return raise(table, rest.join(""));
    case "p":
      return onTurn(table, () => {
        const { spot } = table.decision;
        if (spot) table.decision.choose(potPart(spot, 1));
        table.decision.raise();
      });
    case "a":
      return onTurn(table, () => {
        const { turn } = table.decision;
        if (turn && turn.raise_to > 0) {
          table.decision.choose(turn.raise_to);
          table.decision.raise();
        } else table.decision.checkOrCall();
      });
    case "cards":
      return cards(table);
    case "board":
      return board(table);
    case "stacks":
      return stacks(table);
    case "pot":
      return potWords(table.hand ?? { chips_in: 0, rake: 0 }, table.speech);
    case "help":
    case "?":
      return commandHint(table);
    default:
      return tournamentCommand(table, word, rest) ?? t("text_mode.unknown", { hint: commandHint(table) });
  }
}

/** What can also be typed at a tournament's table; the words are the same in every language. */
const TOURNAMENT_COMMANDS = "level, place, prizes, bank, out, back, rebuy, addon, deal icm, accept, refuse";

/** What can be typed at this table. */
export function commandHint(table: TableStore): string {
  const hint = t("text_mode.command_hint");
  return table.tournament ? `${hint}, ${TOURNAMENT_COMMANDS}` : hint;
}

function onTurn(table: TableStore, act: () => void): string {
  if (!table.isMyTurn) return t("text_mode.not_turn");
  if (table.decision.isGuarded) return t("text_mode.look_again");
  act();
  return "";
}

function raise(table: TableStore, amount: string): string {
  const { spot } = table.decision;
  if (!table.isMyTurn || !spot) return t("text_mode.not_turn");
  if (table.decision.isGuarded) return t("text_mode.look_again");
  if (table.decision.amountOf(amount) === null) return t("text_mode.bad_amount");
  table.decision.raiseBy(amount);
  return doubtWords(table, "command");
}

function cards(table: TableStore): string {
  const { seat } = table;
  if (!seat || seat.hole.length === 0) return t("text_mode.no_cards");
  const said = t("text_mode.cards", { cards: spokenCards(seat.hole) });
  const read = table.reading?.boards.at(-1)?.hands.find((one) => one.seat === seat.seat);
  return read && handWords(read) ? `${said} (${handWords(read)})` : said;
}

function board(table: TableStore): string {
  const lying = table.hand?.board ?? [];
  return lying.length === 0 ? t("text_mode.no_board") : t("text_mode.board", { cards: spokenCards(lying) });
}

function stacks(table: TableStore): string {
  const seats = new Map(table.hand?.seats.map((seat) => [seat.seat, seat.stack]));
  return (table.shown?.places ?? [])
    .map((place) => t("text_mode.stack", { name: place.name, amount: table.write(seats.get(place.seat) ?? place.stack) }))
    .join("; ");
}
