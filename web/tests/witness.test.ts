// A witness hears a hand that the Python side drew, and hands that somebody has bent.
import { describe, expect, it } from "vitest";

import { fromBase64, toBase64, type Bytes } from "../src/fairness/bytes";
import type { Answer, HandOnFelt, Happened, Own } from "../src/fairness/types";
import type { DeckCommitted, DeckCut, DeckFailed, DeckListed, Opening } from "../src/wire";
import { Witness } from "../src/fairness/witness";
import told from "./fair_hand.json";

type Named<Type extends Happened["type"]> = Extract<Happened, { type: Type }>;
const OWN: Own = { seat: told.seat, isConnected: true };
const KEY = fromBase64(told.key)!;
const plain = () => structuredClone(told.plain) as unknown as Happened[];
const twice = () => structuredClone(told.drawn_twice) as unknown as Happened[];

/** A witness with the numbers that the Python side knows. */
function witness(numbers: readonly (41 | 42)[] = [41, 42]): Witness {
  const seeds = numbers.map((number) => fromBase64(told.own_seeds[number])!);
  return new Witness(told.player, KEY, () => (seeds.shift() ?? new Uint8Array(32)) as Bytes);
}

/** Let a witness hear events; what it answers, and what it finds wrong. */
function heard(events: readonly Happened[], one: Witness = witness(), own: Own = OWN): { one: Witness; answers: Answer[]; codes: string[]; evidence: string } {
  const answers = events.flatMap((event) => {
    const said = one.hear(event, own);
    for (const answer of said) if (answer.t === "commit_seed") one.held(answer.number);
    return said;
  });
  const alarm = one.takeAlarm();
  return { one, answers, codes: (alarm?.findings ?? []).map((found) => found.code), evidence: alarm?.evidence ?? "" };
}

function named<Type extends Happened["type"]>(events: readonly Happened[], type: Type): Named<Type> {
  return events.find((event) => event.type === type) as Named<Type>;
}

/** One opening of the hand, changed. */
function reopened(type: "hole" | "flop", change: (opening: Opening) => void): Happened[] {
  const events = plain();
  const opened = events.filter((event) => event.type === "cards_opened")[type === "hole" ? 0 : 1]!;
  change(opened.cards[0]!);
  return events;
}

/** A byte of a base64 text turned. */
function turned(text: string): string {
  const bytes = fromBase64(text)!;
  bytes[9]! ^= 4;
  return toBase64(bytes);
}

describe("a hand as it should be", () => {
  it("is committed to, revealed and verified, card by card", () => {
    const events = plain();
    const { one, answers, codes } = heard(events.slice(0, events.indexOf(named(events, "hole_dealt")) + 1));
    expect(codes).toEqual([]);
    expect(answers.map((answer) => answer.t)).toEqual(["commit_seed", "reveal_seed"]);
    expect(answers[1]).toEqual({ t: "reveal_seed", hand: 6, number: 41, seed: told.own_seeds[41] });
    expect(one.checked!.standing).toBe("verifying");
    const rest = heard(events.slice(events.indexOf(named(events, "hole_dealt")) + 1), one);
    expect(rest.codes).toEqual([]);
    expect(one.checked!.standing).toBe("verified");
    expect(one.checked!.cards.filter((card) => card.seat === null)).toHaveLength(5);
    expect(one.checked!.cards.filter((card) => card.seat === 3)).toHaveLength(2);
    expect(one.checked!.contributions.find((own) => own.isOwn)!.seed).not.toBeNull();
  });

  it("is of the room that has the key, which has no other number", () => {
    const { codes, answers } = heard(structuredClone(told.other_room) as unknown as Happened[]);
    expect(codes).toEqual(["other_room"]);
    expect(answers.map((answer) => answer.t)).toEqual(["commit_seed"]);
  });

  it("is drawn again without a number that did not come", () => {
    const { one, codes, answers } = heard(twice());
    expect(codes).toEqual([]);
    expect(answers.map((answer) => [answer.t, answer.number])).toEqual([
      ["commit_seed", 41],
      ["reveal_seed", 41],
      ["commit_seed", 42],
      ["reveal_seed", 42],
    ]);
    expect(one.checked!.failed).toBe(1);
    expect(one.checked!.contributions.find((own) => own.seat === 2)!.seed).toBeNull();
    expect(one.checked!.standing).toBe("verified");
  });

  it("is watched by who has no seat, and who came after the cut", () => {
    const guest = heard(plain(), witness(), { seat: null, isConnected: false });
    expect(guest.answers).toEqual([]);
    expect(guest.codes).toEqual([]);
    expect(guest.one.checked!.standing).toBe("watched");

    const events = plain();
    const late = witness();
    const next: DeckCommitted = { ...named(events, "deck_committed"), number: 42 };
    const hole = named(events, "hole_dealt");
    const seats = hole.seats.map((seat, place) => ({ seat, hole: hole.hole[place]! }));
    const felt: HandOnFelt = { number: 6, seats, board: named(events, "board_dealt").cards };
    const cards = events.filter((event) => event.type === "cards_opened").slice(0, 2).flatMap((event) => event.cards);
    const answers = late.restart({ next, committed: false, listed: null, cut: named(events, "deck_cut"), cards }, felt, OWN);
    expect(answers.map((answer) => answer.t)).toEqual(["commit_seed"]);
    expect(late.takeAlarm()).toBeNull();
    expect(late.checked!.standing).toBe("watched");
    expect(heard(events.slice(events.indexOf(events.filter((one) => one.type === "board_dealt")[1]!)), late).codes).toEqual([]);
  });

  it("is verified by who came during the hand before, at a table of a tournament, which counts no hands aloud", () => {
    const events = plain();
    const next = named(events, "deck_committed");
    const felt: HandOnFelt = { number: next.context.hand - 1, seats: [], board: [] };
    const one = witness();
    const [seal] = one.restart({ next, committed: false, listed: null, cut: null, cards: [] }, felt, OWN);
    expect(seal!.t).toBe("commit_seed");
    one.held(next.number);
    const rest = events.slice(events.indexOf(next) + 1).filter((event) => event.type !== "hand_dealt");
    expect(heard(rest, one).codes).toEqual([]);
  });

  it("goes without the player's number where the list was closed before it came", () => {
    const events = twice();
    const seat = 2;
    const one = new Witness(told.player + 1, KEY, (count) => new Uint8Array(count));
    const hole = named(events, "hole_dealt");
    hole.hole = hole.hole.map(() => [-1, -1]);
    const isOther = (event: Happened) => event.type !== "cards_opened" || event.cards.length !== 2;
    // Nobody has told the witness that the room holds its commitment.
    for (const event of events.slice(3).filter(isOther)) if (event.type !== "shown") one.hear(event, { seat, isConnected: true });
    expect(one.takeAlarm()).toBeNull();
    expect(one.checked!.standing).toBe("without");
  });
});

describe("a list that the player does not agree with", () => {
  it("gets no number: other roots than those that were published", () => {
    const events = plain();
    const committed = named(events, "deck_committed");
    committed.roots = [committed.roots[1]!, committed.roots[0]!];
    const { answers, codes } = heard(events.slice(0, 2));
    expect(codes).toEqual(["roots_changed"]);
    expect(answers.map((answer) => answer.t)).toEqual(["commit_seed"]);
  });

  it("gets no number: another seal in the place of the player's own", () => {
    const other = new Witness(told.player, KEY, (count) => new Uint8Array(count));
    const { answers, codes, evidence } = heard(plain().slice(0, 2), other);
    expect(codes).toEqual(["own_commitment_changed"]);
    expect(answers.map((answer) => answer.t)).toEqual(["commit_seed"]);
    expect((JSON.parse(evidence) as { seed: null }).seed).toBeNull();
  });

  it("is an alarm without the seal that the room held, unless the connection was lost", () => {
    const events = twice();
    const player = told.player + 1;
    const two: Own = { seat: 2, isConnected: true };
    // Only the second draw: its list has seat 2 without a commitment.
    const second = events.slice(3, 5);
    const one = new Witness(player, KEY, (count) => new Uint8Array(count));
    expect(heard(second, one, two).codes).toEqual(["own_commitment_missing"]);
    const lost = new Witness(player, KEY, (count) => new Uint8Array(count));
    lost.hear(second[0]!, two);
    lost.held(42);
    lost.interrupted();
    lost.hear(second[1]!, two);
    expect(lost.takeAlarm()).toBeNull();
    const away = new Witness(player, KEY, (count) => new Uint8Array(count));
    expect(heard(second, away, { seat: 2, isConnected: false }).codes).toEqual([]);
  });

  it("gets no number without the room's signature", () => {
    const events = plain();
    const listed = named(events, "deck_listed");
    listed.signature = turned(listed.signature);
    const { answers, codes } = heard(events.slice(0, 2));
    expect(codes).toEqual(["signature_wrong"]);
    expect(answers).toHaveLength(1);
  });
});

describe("a cut that is bent", () => {
  const cut = (change: (said: DeckCut) => void) => {
    const events = plain();
    change(named(events, "deck_cut"));
    return heard(events.slice(0, 3)).codes;
  };
  it("by a number that nobody sealed", () => expect(cut((said) => (said.seeds[1]![1] = turned(said.seeds[1]![1])))).toEqual(["seed_wrong"]));
  it("by leaving a number out", () => expect(cut((said) => said.seeds.splice(0, 1))).toEqual(["seed_missing"]));
  it("by a number twice", () => expect(cut((said) => said.seeds.push(said.seeds[0]!))).toEqual(["seed_twice"]));
  it("by another deck for the audit", () => expect(cut((said) => (said.audit = turned(said.audit)))).toEqual(["audit_wrong"]));
  it("by another list than the one that was revealed to", () => {
    const other = named(twice().slice(3), "deck_listed") as DeckListed;
    expect(cut((said) => Object.assign(said, { list: other.list, signature: other.signature }))).toContain("list_changed");
  });
  it("by none at all", () => {
    const events = plain().filter((event) => event.type !== "deck_cut");
    expect(heard(events.slice(0, 7)).codes).toEqual(["no_proof"]);
  });
  it("by a skipped pair of decks", () => {
    const events = plain();
    const skipped = { ...named(events, "deck_committed"), number: 44 };
    expect(heard([...events, skipped]).codes).toEqual(["attempt_number_wrong"]);
  });
  it("by a redraw that nobody's missing number asked for", () => {
    const events = twice();
    const failed = named(events, "deck_failed") as DeckFailed;
    failed.secrets = [failed.secrets[1], failed.secrets[0]];
    expect(heard(events.slice(0, 3)).codes).toEqual(["attempt_deck_wrong"]);
    const all = twice();
    const needless = named(all, "deck_failed") as DeckFailed;
    needless.seeds = named(plain(), "deck_cut").seeds;
    expect(heard(all.slice(0, 3)).codes).toEqual(["attempt_not_needed"]);
  });
  it("by denying a number that the room had received", () => {
    const events = twice();
    const failed = named(events, "deck_failed") as DeckFailed;
    failed.seeds = failed.seeds.filter(([seat]) => seat !== told.seat);
    failed.missing = [1, 2];
    const one = witness();
    heard(events.slice(0, 2), one);
    one.acknowledged(41);
    expect(heard([failed], one).codes).toEqual(["own_reveal_denied"]);
  });
  it("by other seats, another button or another game than the list has", () => {
    for (const [change, code] of [[{ seats: [1, 2] }, "other_seats"], [{ button: 1 }, "other_button"], [{ game: "pl-omaha" }, "other_game"]] as const) {
      const events = plain();
      Object.assign(named(events, "hand_started"), change);
      expect(heard(events.slice(0, 5)).codes).toContain(code);
    }
  });
});

describe("a card that is bent", () => {
  const swapped = (opening: Opening) => (opening[2] = (opening[2] + 1) % 52);
  it("another one than was fixed, in proof and on the felt", () => {
    const events = reopened("hole", swapped);
    const hole = named(events, "hole_dealt");
    hole.hole[0]![0] = (hole.hole[0]![0]! + 1) % 52;
    expect(heard(events.slice(0, 9)).codes).toEqual(["path_wrong"]);
  });
  it("another one in the proof than on the felt", () => expect(heard(reopened("hole", swapped)).codes).toEqual(expect.arrayContaining(["path_wrong", "card_differs"])));
  it("from another place", () => expect(heard(reopened("flop", (one) => (one[1] = (one[1] + 1) % 52))).codes).toEqual(["position_wrong", "path_wrong"]));
  it("with another salt", () => expect(heard(reopened("flop", (one) => (one[3] = turned(one[3])))).codes).toEqual(["path_wrong"]));
  it("with another path", () => expect(heard(reopened("flop", (one) => (one[4] = turned(one[4])))).codes).toEqual(["path_wrong"]));
  it("with half a path", () => expect(heard(reopened("flop", (one) => (one[4] = one[4].slice(0, 128)))).codes).toContain("proof_malformed"));
  it("that is no card", () => expect(heard(reopened("flop", (one) => (one[2] = 52))).codes).toContain("proof_malformed"));
  it("twice in one hand", () => {
    const own = named(plain(), "cards_opened").cards[0]!;
    expect(heard(reopened("flop", (one) => (one[2] = own[2]))).codes).toContain("card_twice");
  });
  it("without a proof", () => {
    const events = plain();
    const at = events.findIndex((event) => event.type === "cards_opened");
    events.splice(at, 1);
    expect(heard(events).codes).toEqual(["card_not_opened", "card_not_opened"]);
  });
  it("that nobody has shown", () => {
    const events = plain();
    const at = events.findIndex((event) => event.type === "shown");
    events.splice(at, 1);
    expect(heard(events).codes).toEqual(["card_not_seen", "card_not_seen"]);
  });
});

it("keeps what the room said as evidence, and the player's number once it was revealed", () => {
  const { evidence } = heard(reopened("flop", (one) => (one[2] = (one[2] + 1) % 52)));
  const kept = JSON.parse(evidence) as { seed: string; heard: Happened[]; findings: unknown[]; committed: DeckCommitted };
  expect(kept.seed).toBe(told.own_seeds[41]);
  expect(kept.committed.number).toBe(41);
  expect(kept.heard.map((event) => event.type)).toEqual(expect.arrayContaining(["deck_listed", "deck_cut", "cards_opened"]));
  expect(evidence.length).toBeLessThan(48_000);
});

it("commits as soon as the player sits down, and again at another seat", () => {
  const [committed] = plain();
  const one = witness();
  expect(one.hear(committed!, { seat: null, isConnected: true })).toEqual([]);
  const answers = one.hear({ type: "places_changed" }, OWN);
  expect(answers.map((answer) => [answer.t, answer.number])).toEqual([["commit_seed", 41]]);
  expect(one.hear({ type: "seats_changed" }, OWN)).toEqual([]);
  expect(one.hear({ type: "places_changed" }, { seat: 2, isConnected: true })).toHaveLength(1);
});
