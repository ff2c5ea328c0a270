// Who won a hand, and with what, as it is written on the table.

import { listed } from "../../format";
import { t } from "../../i18n/index.svelte";
import type { ReadHand } from "../../wire";
import { handInSentence, type Speech } from "./sentences";

export interface Winner {
  seat: number;
  cents: number;
  /** The hand that won, at a showdown. */
  hand?: ReadHand | undefined;
}

/** One line per winner, or one for all who split a pot; `isShort` where several lines with hands have no room. */
export function resultLines(winners: readonly Winner[], say: Speech, isShort: boolean): string[] {
  const hands = winners.map(({ hand }) => (hand ? handInSentence(hand) : ""));
  if (isSplit(winners, hands)) {
    const names = listed(winners.map(({ seat }) => say.name(seat)));
    return [isShort ? t("table.split", { names }) : t("table.split_with", { names, hand: hands[0] ?? "" })];
  }
  const isNamed = !(isShort && winners.length > 1);
  return winners.map(({ seat, cents }, place) => {
    const hand = isNamed ? (hands[place] ?? "") : "";
    return t(hand ? "table.wins_with" : "table.wins", { name: say.name(seat), amount: say.amount(cents), hand });
  });
}

/** Whether equal hands share everything equally, but for an odd cent. */
function isSplit(winners: readonly Winner[], hands: readonly string[]): boolean {
  const amounts = winners.map(({ cents }) => cents);
  const isEven = Math.max(...amounts) - Math.min(...amounts) <= 1;
  return winners.length > 1 && isEven && hands[0] !== "" && new Set(hands).size === 1;
}
