// What a player reads of a table in words: its history, what the screen reader says, what they missed.

import { t } from "../../i18n/index.svelte";
import { settings } from "../../state/settings.svelte";
import { toast, withdraw } from "../../state/toasts.svelte";
import { play } from "../sound/play";
import { beginsHand, seatOf } from "../update/table";
import { mergedWords } from "../tournament/words";
import { decidedWords, ruleOf } from "../words/decided";
import { isAction, sentenceOf, spokenCards } from "../words/sentences";
import { keepLines, keptLines, type Line } from "./lines";
import type { TableStore } from "./store.svelte";
import type { HandView, EventBody, PlaceView, Turn } from "./types";

const LINES_MAX = 200;
const MISSED_MAX = 6;
let lastId = 0;

export class Notices {
  lines = $state.raw<Line[]>([]);
  /** How many messages the player has not seen. */
  unread = $state(0);
  /** For screen readers: others' actions, and what cannot wait. */
  polite = $state("");
  urgent = $state("");
  #missed: string[] = [];

  constructor(readonly table: TableStore) {
    this.lines = keptLines(table.viewer, table.id).map((line) => ({ ...line, id: (lastId += 1) }));
  }

  /** Write an event down and say it; `before` is the hand before it, `isOld` that it happened a while ago. */
  write(event: EventBody, before: HandView | null, isOld: boolean): void {
    if (event.type === "chat_said") this.#writeChat(event, isOld);
    else this.#writeEvent(event, before, isOld);
    this.#sayDecided(event);
  }

  /** Who of a tournament was there and has lost the line since has extra time, and everybody reads it (TTB-03, TTB-04). */
  writeLost(before: readonly PlaceView[]): void {
    const wasThere = (player: number) => before.some((one) => one.player === player && one.connected);
    for (const one of this.table.shown?.places ?? []) {
      if (one.connected || one.player === this.table.viewer || !wasThere(one.player)) continue;
      this.#line({ text: t("felt.lost_line", { name: one.name }), kind: "event", rule: "TTB-04" });
    }
  }

  sayTurn(turn: Turn, now: number): void {
    const { table } = this;
    this.urgent = t("acting.spoken_turn", {
      pot: table.write(turn.pot),
      call: turn.check ? t("acting.check") : t("acting.call_amount", { amount: table.write(turn.call) }),
      seconds: Math.max(0, Math.round((turn.deadline_ms - now) / 1000)),
    });
  }

  /** From here on, old events are what the player missed. */
  beginMissing(): void {
    this.#missed = [];
  }

  sayMissed(): void {
    if (this.#missed.length > 0) toast(t("table.missed", { events: this.#missed.slice(-MISSED_MAX).join("; ") }));
  }

  #writeChat(event: EventBody & { type: "chat_said" }, isOld: boolean): void {
    if (settings.mutedPlayers.includes(event.player)) return;
    this.#line({ text: `${event.name}: ${event.text}`, kind: "chat", player: event.player });
    if (isOld || event.player === this.table.viewer) return;
    this.unread += 1;
    play("chat", this.table.channel);
  }

  #writeEvent(event: EventBody, before: HandView | null, isOld: boolean): void {
    // At the table of a tournament nobody waits for players: they are moved there.
    if (event.type === "table_waits" && this.table.tournament) return;
    const merged = event.type === "tables_merged" ? mergedWords(event, this.table.number) : "";
    const text = merged || this.#ownCards(event) || sentenceOf(event, this.table.speech, this.#facts(event, before));
    if (!text) return;
    const isHouse = event.type === "announced" || event.type === "tables_merged";
    // A player who keeps their cards face down does not want them in the history either.
    if (!(event.type === "hole_dealt" && settings.peek)) this.#line({ text, kind: isHouse ? "house" : "event", rule: ruleOf(event) });
    if (isOld && (isAction(event) || event.type === "board_dealt")) this.#missed.push(text);
    if (isOld) return;
    if (isHouse) toast(text, { kind: "house" });
    else this.polite = text;
  }

  /** The room acted for the player: they read so with its rule until the next hand (TIME-02). */
  #sayDecided(event: EventBody): void {
    const { channel, place } = this.table;
    const isOwn = "seat" in event && event.seat === place?.seat;
    const text = isOwn ? decidedWords(event) : "";
    if (text) toast(text, { kind: "house", rule: ruleOf(event), key: channel });
    else if (beginsHand(event) || (isOwn && event.type === "came_back")) withdraw(channel);
  }

  /** The player's own cards in words, when they are dealt. */
  #ownCards(event: EventBody): string {
    const { place } = this.table;
    const own = event.type === "hole_dealt" && place ? event.hole[event.seats.indexOf(place.seat)] : undefined;
    return own ? t("text_mode.cards", { cards: spokenCards(own) }) : "";
  }

  #facts(event: EventBody, before: HandView | null): { isBet: boolean; isAllIn: boolean } {
    const { hand } = this.table;
    const after = "seat" in event && hand ? seatOf(hand, event.seat) : undefined;
    const isBet = before !== null && before.seats.every((seat) => seat.bet === 0);
    return { isBet, isAllIn: after?.all_in ?? false };
  }

  #line(line: Omit<Line, "id">): void {
    this.lines = [...this.lines.slice(1 - LINES_MAX), { ...line, id: (lastId += 1) }];
    keepLines(this.table.viewer, this.table.id, this.lines);
  }
}
