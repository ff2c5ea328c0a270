// What happens at a table in sentences: for the log, the screen reader and the text mode.

import { amount, cardCodes, chips, rankOf } from "../../format";
import { t, tn, type Key } from "../../i18n/index.svelte";
import type { HandView, ReadHand, EventBody } from "../../wire";
import type { TableGame } from "../state/game";

/** What is played at a table, in two parts: "NL Hold'em Banzai" and "0.25/0.50". */
export function gameParts(game: TableGame): { name: string; blinds: string } {
  switch (game.type) {
    case "cash": {
      const { stake } = game;
      const words = [t(`table.game_${stake.game.replace("-", "_")}` as Key), t(`table.format_${stake.format}` as Key)];
      return { name: words.filter(Boolean).join(" "), blinds: `${amount(stake.small_blind)}/${amount(stake.big_blind)}` };
    }
    case "tournament":
      return { name: game.name, blinds: `${chips(game.level.small)}/${chips(game.level.big)}` };
  }
}

/** What is played at a table: "NL Hold'em Banzai 0.25/0.50". */
export function gameWords(game: TableGame | undefined): string {
  if (!game) return "";
  const { name, blinds } = gameParts(game);
  return `${name} ${blinds}`;
}

/** How to name a seat and to write an amount at a table. */
export interface Speech {
  name: (seat: number) => string;
  amount: (cents: number) => string;
}

/** One event in a sentence; empty when there is nothing to say. */
export function sentenceOf(event: EventBody, say: Speech, facts: { isBet?: boolean; isAllIn?: boolean } = {}): string {
  switch (event.type) {
    case "hand_dealt":
      return t("history.hand", { number: event.number });
    case "posted":
      return t(`history.post_${event.kind}` as Key, { name: say.name(event.seat), amount: say.amount(event.by) });
    case "folded":
      return t("history.folds", { name: say.name(event.seat) });
    case "checked":
      return t("history.checks", { name: say.name(event.seat) });
    case "called":
      return withAllIn(t("history.calls", { name: say.name(event.seat), amount: say.amount(event.by) }), facts.isAllIn);
    case "raised": {
      const key = facts.isBet ? "history.bets" : "history.raises";
      return withAllIn(t(key, { name: say.name(event.seat), amount: say.amount(event.to) }), facts.isAllIn);
    }
    case "board_dealt":
      return t("history.board", { street: t(`cards.street_${event.street}` as Key), cards: cardCodes(event.cards) });
    case "uncalled_returned":
      return t("history.uncalled", { name: say.name(event.seat), amount: say.amount(event.by) });
    case "shown":
    case "cards_shown":
    case "force_shown":
      return t("history.shows", { name: say.name(event.seat), cards: cardCodes(event.hole.filter((card) => card >= 0)) });
    case "mucked":
      return t("history.mucks", { name: say.name(event.seat) });
    case "pot_awarded": {
      const shares = event.seats.map((seat, place) =>
        t("history.collects", { name: say.name(seat), amount: say.amount(event.shares[place] ?? 0) }),
      );
      if (event.rake > 0) shares.push(t("history.rake", { amount: say.amount(event.rake) }));
      return shares.join(" ");
    }
    case "sat_out":
      return t("history.sits_out", { name: say.name(event.seat) });
    case "came_back":
      return t("history.back", { name: say.name(event.seat) });
    case "topped_up":
      return t("history.adds", { name: say.name(event.seat), amount: say.amount(event.amount) });
    case "left":
      return t("history.left", { name: say.name(event.seat) });
    case "server_decided":
      return t("history.time_out", { name: say.name(event.seat) });
    case "connection_lost":
      return t("history.lost", { name: say.name(event.seat) });
    case "table_waits":
      return tn("table.waiting_for", event.players);
    case "hand_rolled_back":
    case "hand_taken_back":
    case "hand_voided":
      return t("history.void");
    case "table_frozen":
      return t("history.frozen");
    case "table_thawed":
      return t("history.thawed");
    case "table_closing":
      return t("history.closing");
    case "announced":
      return t("history.house", { text: event.text });
    default:
      return "";
  }
}

/** What lies in the middle; after the hand also what the house took of it. */
export function potWords(hand: Pick<HandView, "chips_in" | "rake">, say: Pick<Speech, "amount">): string {
  const pot = t("table.pot", { amount: say.amount(hand.chips_in) });
  return hand.rake > 0 ? `${pot} · ${t("table.rake", { amount: say.amount(hand.rake) })}` : pot;
}

export function isAction(event: EventBody): boolean {
  return ["folded", "checked", "called", "raised"].includes(event.type);
}

function withAllIn(sentence: string, isAllIn = false): string {
  return isAllIn ? t("history.all_in", { sentence }) : sentence;
}

/** A made hand in words: "two pair, kings and nines". */
export function handWords(hand: ReadHand): string {
  if (!hand.category || hand.five.length === 0) return "";
  const rank = (place: number) => t(`cards.rank_${rankOf(hand.five[place] ?? 0)}` as Key);
  const ranks = (place: number) => t(`cards.ranks_${rankOf(hand.five[place] ?? 0)}` as Key);
  if (hand.category === "straight_flush" && rankOf(hand.five[0] ?? 0) === "A") return t("cards.made_royal_flush");
  const second = hand.category === "full_house" ? 3 : 2;
  return t(`cards.made_${hand.category}` as Key, { high: rank(0), first: ranks(0), second: ranks(second) });
}

/** The same inside a sentence: "a pair of aces". */
export function handInSentence(hand: ReadHand): string {
  const words = handWords(hand);
  return words && t(`cards.with_${hand.category ?? "high_card"}` as Key, { hand: words });
}

/** Cards for somebody who hears them: "ace of spades, king of hearts". */
export function spokenCards(cards: readonly number[]): string {
  return cards.map(spokenCard).join(", ");
}

function spokenCard(card: number): string {
  if (card < 0) return t("cards.card_hidden");
  const suit = t(`cards.suit_${"cdhs"[card % 4]}` as Key);
  return t("cards.card", { rank: t(`cards.rank_${rankOf(card)}` as Key), suit });
}
