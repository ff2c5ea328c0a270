// The lobby of tournaments without a browser: windows of rows, filters, places, prizes, figures.

import { describe, expect, it } from "vitest";

import { daysOf, plannedRows } from "../src/pages/operator/tournaments/calendar";
import { atTables, movesBetween } from "../src/pages/operator/tournaments/live";
import { steps } from "../src/pages/operator/tournaments/steps";
import { windowOf } from "../src/pages/parts/window";
import { counted, course, figuresOf, grouped, type Entry } from "../src/pages/results/figures";
import { isWanted, noFilters } from "../src/pages/tournaments/filters";
import { goodTicket, nextStep } from "../src/pages/tournaments/next";
import { placesPaid } from "../src/pages/tournaments/prizes";
import { ranked } from "../src/pages/tournaments/ranks";
import { satellitesOf, similarTo, targetsOf } from "../src/pages/tournaments/related";
import { expiryWords, nextBreak } from "../src/pages/tournaments/start";
import { phaseWords, termWords } from "../src/pages/tournaments/words";
import { Refused } from "../src/api";
import { speak } from "../src/i18n/index.svelte";
import { sentence } from "../src/state/refusals";
import { viewAfter } from "../src/state/tournaments.svelte";
import type { EntryTerm, EventBody, OwnTournament, PlayerRow, TournamentInfo, TournamentRow, TournamentView } from "../src/wire";

const HOUR_MS = 3_600_000;
const row = (change: Partial<TournamentRow> = {}): TournamentRow => ({
  tournament: 1, name: "Sunday", kind: "scheduled", game: "nl-holdem", phase: "registering", marks: [], currency: "XPM",
  price: 1_100, price_max: 1_100, fee: 100, guarantee: 0, pool: 0, seats: 9, entries: 0, entries_max: 100, missing: 2, left: 0,
  starts_ms: 0, level: 0, admits: ["guest", "person"], multiplier_tenths: 0, chips: 0, moved_by: "", ticket_word: "any", target: "", late_until_ms: null, opens_ms: null, ...change,
});
const player = (entry: number, change: Partial<PlayerRow> = {}): PlayerRow => ({
  entry, player: entry, name: `P${entry}`, kind: "guest", stack: 0, table: null, place: 0, prize: 0, bounty: 0, number: 1, ...change,
});
const entry = (change: Partial<Entry>): Entry => ({
  tournament: 1, name: "Sunday", state: "finished", entry: 1, player: 1, registered_ms: 0, paid: 1_000, is_given_back: false,
  place: 5, prize: 0, bounties: 0, is_held: false, ...change,
});

describe("a long list", () => {
  it("draws the rows near the screen, wherever it is", () => {
    const place = { height: 800, rowHeight: 60, count: 2_000 };
    expect(windowOf({ ...place, above: -200 })).toEqual({ first: 0, last: 20 });
    expect(windowOf({ ...place, above: 60_000 })).toEqual({ first: 992, last: 1_024 });
    expect(windowOf({ ...place, above: 119_500 })).toEqual({ first: 1_980, last: 2_000 });
    expect(windowOf({ ...place, count: 0, above: 0 })).toEqual({ first: 0, last: 0 });
    expect(windowOf({ ...place, above: 60_030 }), "a little further nothing is drawn again").toEqual({ first: 992, last: 1_024 });
  });
});

describe("filters", () => {
  it("know formats, a range of buy-ins and what is one's own", () => {
    const wanted = (change: object, of: TournamentRow, own: number[] = []) => isWanted(of, { ...noFilters(), ...change }, new Set(own));
    expect(wanted({ format: "freezeout" }, row({ marks: ["guaranteed"] }))).toBe(true);
    expect(wanted({ format: "freezeout" }, row({ marks: ["bounty"] }))).toBe(false);
    expect(wanted({ format: "bounty" }, row({ marks: ["bounty", "reentry"] }))).toBe(true);
    expect(wanted({ least: 1_000, most: 2_500 }, row())).toBe(true);
    expect(wanted({ least: 2_500 }, row())).toBe(false);
    expect(wanted({ most: 1_000 }, row())).toBe(false);
    expect(wanted({ mine: true }, row(), [1])).toBe(true);
    expect(wanted({ mine: true }, row(), [2])).toBe(false);
    expect(wanted({ practice: true }, row())).toBe(false);
    expect(wanted({ open: true }, row())).toBe(true);
    expect(wanted({ open: true }, row({ phase: "announced" }))).toBe(false);
  });
});

describe("the state in words", () => {
  it("counts down the minutes of late registration, while the clock runs", () => {
    const late = row({ phase: "late_registration", level: 3, late_until_ms: 720_000 });
    const info = { info: { late_levels: 6 } } as unknown as TournamentView;
    expect(phaseWords(late, 0)).toBe("Late registration 12 min");
    expect(phaseWords(late, 1_000)).toBe("Late registration 12 min");
    expect(phaseWords(late, 661_000)).toBe("Late registration 1 min");
    expect(phaseWords(late, 0, info)).toBe("Late registration 12 min, level 3 of 6");
    expect(phaseWords({ ...late, late_until_ms: null }, 0)).toBe("Late registration");
    expect(phaseWords(late, 721_000), "the next level is about to be told").toBe("Late registration");
    expect(phaseWords({ ...late, phase: "running" }, 0)).toBe("Running");
  });
});

describe("a tournament that is announced", () => {
  const noon = new Date(2026, 5, 5, 12).getTime();
  const announced = (opens: number) => row({ phase: "announced", opens_ms: opens, starts_ms: noon + 12 * HOUR_MS });

  it("says when its registration opens, in all languages", async () => {
    expect(phaseWords(announced(noon + 750_000), noon)).toBe("Announced, opens in 12:30");
    expect(phaseWords(announced(noon + 8 * HOUR_MS), noon)).toBe("Announced, opens 20:00");
    expect(phaseWords(announced(noon + 32 * HOUR_MS), noon)).toMatch(/^Announced, opens Sat,? 6 Jun 20:00$/);
    expect(phaseWords(announced(noon - 1), noon), "the room is about to say that it is open").toBe("Announced, opens 11:59");
    await speak("nl");
    expect(phaseWords(announced(noon + 8 * HOUR_MS), noon)).toBe("Aangekondigd, open vanaf 20:00");
    await speak("fr");
    expect(phaseWords(announced(noon + 8 * HOUR_MS), noon)).toBe("Annoncé, inscr. dès 20:00");
    await speak("en");
  });

  it("has no button to register, and a refusal names the moment", () => {
    const view = { row: announced(noon + HOUR_MS), info: { unregistration: true, max_entries: 1 }, players: [], tables: [] } as unknown as TournamentView;
    expect(nextStep(view, undefined, { player: 7, kind: "guest" })).toBe("announced");
    const seat = { tournament: 1, name: "", starts_ms: 0, table: null, seat: null, rebuy_until_ms: null, draw: null };
    expect(nextStep(view, seat, { player: 7, kind: "guest" }), "a seat that was won can be given back").toBe("unregister");
    const refusal = new Refused("TRN-09", "registration_is_not_open", { from_ms: noon + HOUR_MS });
    expect(sentence(refusal)).toBe("Registration is not open yet. It opens on 5 Jun 2026, 13:00.");
  });

  it("is in the operator's calendar like one that is open", () => {
    expect(plannedRows([], [announced(noon)]).map((one) => one.tournament)).toEqual([1]);
  });
});

describe("the page of a tournament", () => {
  it("follows levels and breaks that staff have changed", () => {
    const before = { row: row(), level_s: [600, 600], breaks: true, players: [] } as unknown as TournamentView;
    const after = viewAfter(before, { type: "tournament_changed", level_s: [300, 300], breaks: false } as unknown as EventBody);
    expect(after).toMatchObject({ level_s: [300, 300], breaks: false, row: before.row });
  });
});

describe("the terms of an entry", () => {
  const info = { price: 1_000, price_max: 5_000, fee: 100, starting_stack: 5_000, seats: 9, target: "sunday", phase_word: "Flight", conditions: [{ fact: "deposits", at_least: 1 }], draw: [], kind: "scheduled" } as unknown as TournamentInfo;
  const said = (topic: EntryTerm["topic"], figures: Record<string, number> = {}) => termWords({ topic, words: "the server's own", figures }, info, "XPM");

  it("are said from their figures", () => {
    expect(said("price")).toBe("You choose what you pay, 10 to 50; at the lowest price the fee of 1 is part of it.");
    expect(said("stack", { chips: 5_000 })).toContain("5,000 chips at the lowest price");
    expect(said("stack")).toContain("The draw decides");
    expect(said("bounty", { bounty: 400 })).toBe("4 of each entry is a bounty for whoever knocks that player out.");
    expect(said("bounty", { bounty: 400, added_percent: 50, vip_ticket: 5_500 })).toMatch(/; 50 % of it is added to their own bounty. One player carries a ticket worth 55.$/);
    expect(said("satellite", { seat_price: 5_500, guaranteed_seats: 2, is_package: 0 })).toBe("Every 55 in the pool pays for a seat in “sunday”. 2 are guaranteed.");
    expect(said("freeroll", { added: 10_000 })).toBe("The house pays a pool of 100. You need at least deposits: 1.");
    expect(said("phases", { levels: 6 })).toBe("A flight ends after level 6; everybody with chips plays the second phase with them.");
    expect(said("prizes")).toBe("The prizes are seats; what does not make a seat goes to the next place.");
  });
});

describe("the one button", () => {
  const me = { player: 7, kind: "guest" } as const;
  const view = (change: Partial<TournamentRow>, players: PlayerRow[] = [], entries = 2): TournamentView =>
    ({ row: row(change), info: { unregistration: true, max_entries: entries }, players, tables: [{ table: 9, number: 1, players: 5 }] }) as unknown as TournamentView;
  const own = (table: number | null): OwnTournament => ({ tournament: 1, name: "", starts_ms: 0, table, seat: null, rebuy_until_ms: null, draw: null });

  it("says what happens next", () => {
    expect(nextStep(view({}), undefined, me)).toBe("register");
    expect(nextStep(view({}), own(null), me)).toBe("unregister");
    expect(nextStep(view({ phase: "running" }), own(9), me)).toBe("table");
    expect(nextStep(view({ phase: "late_registration" }, [player(1, { player: 7, place: 20 })]), undefined, me)).toBe("re_enter");
    const large = { ...view({ phase: "late_registration" }), own: { entries: [player(1, { player: 7, place: 20 })], place: 0, left: 212 } };
    expect(nextStep(large, undefined, me), "out, and not among the rows that are shown").toBe("re_enter");
    expect(nextStep(view({ phase: "late_registration" }, [player(1, { player: 7, place: 20 })], 1), undefined, me)).toBe("watch");
    expect(nextStep(view({ phase: "running" }), undefined, me)).toBe("watch");
    expect(nextStep(view({ admits: ["person"] }), undefined, me)).toBe("closed");
    expect(nextStep(view({ phase: "finished" }), undefined, me)).toBe("replay");
    expect(nextStep(view({ phase: "cancelled" }), undefined, me)).toBe("watch");
  });

  it("takes a ticket of the right word and value", () => {
    const ticket = { ticket: "XPM-1100-sunday", value: 1_100, currency: "XPM", target: "sunday", expires_ms: 0 };
    expect(goodTicket({ row: row({ ticket_word: "sunday" }) }, [ticket])).toBe(ticket);
    expect(goodTicket({ row: row() }, [ticket])).toBeUndefined();
    expect(goodTicket({ row: row() }, [{ ...ticket, target: "any" }])).toBeDefined();
    expect(goodTicket({ row: row({ ticket_word: "sunday", price: 900 }) }, [ticket])).toBeUndefined();
    expect(goodTicket({ row: row({ kind: "hexapro" }) }, [{ ...ticket, target: "any" }])).toBeUndefined();
  });
});

describe("places and prizes", () => {
  it("rank by chips, then as players finished", () => {
    const rows = ranked([player(1, { stack: 900 }), player(2, { stack: 900 }), player(3, { place: 4 })], [player(3), player(4, { stack: 100 })]);
    expect(rows.map(({ row: one, rank }) => [one.entry, rank])).toEqual([[1, 1], [2, 1], [3, 4], [4, 3]]);
  });

  it("have the player's own entries of who is far from the largest stacks", () => {
    const own = { entries: [player(9, { stack: 50 }), player(5, { place: 300 }), player(2, { stack: 900 })], place: 140, left: 212 };
    const rows = ranked([player(1, { stack: 950 }), player(2, { stack: 900 })], [], own);
    expect(rows.map(({ row: one, rank }) => [one.entry, rank])).toEqual([[1, 1], [2, 2], [9, 140], [5, 300]]);
  });

  it("join places that win the same, with the jump to the next", () => {
    const award = (cents: number) => ({ cents, seat: false });
    expect(placesPaid([award(500), award(300), award(100), award(100)])).toEqual([
      { first: 1, last: 1, award: award(500), jump: 200 },
      { first: 2, last: 2, award: award(300), jump: 200 },
      { first: 3, last: 4, award: award(100), jump: 100 },
    ]);
  });

  it("link satellites and targets by the word on the ticket", () => {
    const rows = [row({ tournament: 1, ticket_word: "sunday" }), row({ tournament: 2, target: "sunday" }), row({ tournament: 3 })];
    expect(targetsOf(rows[1]!, rows).map((one) => one.tournament)).toEqual([1]);
    expect(satellitesOf(rows[0]!, rows).map((one) => one.tournament)).toEqual([2]);
    expect(satellitesOf(rows[2]!, rows)).toEqual([]);
  });

  it("are offered to who is out of another: the same again, or else the nearest in price", () => {
    const played = row({ phase: "running" });
    const dear = row({ tournament: 2, name: "Dear", price: 9_000 });
    const near = row({ tournament: 3, name: "Near", price: 1_000 });
    const later = row({ tournament: 4, name: "Near", price: 1_000, starts_ms: HOUR_MS });
    const same = row({ tournament: 5, price: 5_000, starts_ms: 2 * HOUR_MS });
    const closed = [row({ tournament: 6, phase: "running" }), row({ tournament: 7, entries: 100 }), row({ tournament: 8, admits: ["person"] }), row({ tournament: 9, game: "pl-omaha" }), row({ tournament: 10, kind: "sit_and_go" })];
    expect(similarTo(played, [dear, later, near, same, ...closed], "guest")).toBe(same);
    expect(similarTo(played, [dear, later, near, ...closed], "guest")).toBe(near);
    expect(similarTo(played, [played, ...closed], "guest")).toBeUndefined();
  });
});

describe("moments", () => {
  it("of breaks and of tickets", () => {
    expect(nextBreak(55, 10 * HOUR_MS) - 10 * HOUR_MS).toBe(55 * 60_000);
    expect(nextBreak(55, 10 * HOUR_MS + 56 * 60_000)).toBe(11 * HOUR_MS + 55 * 60_000);
    expect(expiryWords(73 * HOUR_MS, HOUR_MS)).toBe("Expires in 3 days");
    expect(expiryWords(5 * HOUR_MS, HOUR_MS)).toBe("Expires in 4 hours");
  });
});

describe("results", () => {
  const all = [entry({ registered_ms: 2, prize: 5_000, bounties: 500 }), entry({ registered_ms: 1 }), entry({ is_given_back: true }), entry({ state: "running" })];

  it("count what was played to the end", () => {
    const played = counted(all);
    expect(figuresOf(played)).toEqual({ entries: 2, paid: 2_000, won: 5_500, inTheMoney: 1 });
    expect(course(played)).toEqual([-1_000, 3_500]);
    expect(grouped(played, (one) => one.paid)).toEqual([[1_000, figuresOf(played)]]);
  });
});

describe("the operator's tournaments", () => {
  it("are planned until they are announced", () => {
    const planned = [{ name: "Evening", starts_ms: HOUR_MS, announced_ms: 0 }, { name: "Evening", starts_ms: 25 * HOUR_MS, announced_ms: 0 }];
    const rows = plannedRows(planned, [row({ tournament: 4, name: "Evening", starts_ms: HOUR_MS, entries: 3 })]);
    expect(rows.map((one) => [one.startsMs, one.tournament, one.entries])).toEqual([[HOUR_MS, 4, 3], [25 * HOUR_MS, null, 0]]);
    expect(daysOf(rows, "en-GB").length).toBe(2);
  });

  it("that start often on a day are one row", () => {
    const often = Array.from({ length: 10 }, (_, place) => ({ name: "Quick", starts_ms: 12 * HOUR_MS + place * 60_000, announced_ms: 0 }));
    const [day] = daysOf(plannedRows([...often, { name: "Late", starts_ms: 12 * HOUR_MS + 30_000, announced_ms: 0 }], []), "en-GB");
    expect(day?.rows.map((one) => [one.name, one.times])).toEqual([["Quick", 10], ["Late", 1]]);
  });

  it("show who sits where and who was moved", () => {
    const before = [player(1, { table: 5, stack: 10 }), player(2, { table: 5, stack: 30 }), player(3, { table: 6, stack: 5 })];
    const after = [player(1, { table: 6, stack: 10 }), player(2, { table: 5, stack: 35 }), player(3, { place: 3 })];
    expect(atTables([{ table: 6, number: 2, players: 1 }, { table: 5, number: 1, players: 2 }], before).map((one) => [one.number, one.players.map((seat) => seat.entry)])).toEqual([[1, [2, 1]], [2, [3]]]);
    const numbers = new Map([[5, 1], [6, 2]]);
    expect(movesBetween(before, after, numbers, 0).map((move) => [move.name, move.from, move.to])).toEqual([["P1", 1, 2], ["P3", 2, null]]);
    expect(movesBetween([], after, numbers, 0)).toEqual([]);
  });

  it("draw their structure higher with every level", () => {
    const bars = steps({ levels: [{ small: 5, big: 10 }, { small: 10, big: 20 }, { small: 50, big: 100 }], level_s: 300 }, { width: 300, height: 100 });
    expect(bars.map((bar) => [bar.x, bar.fromMinute])).toEqual([[0, 0], [100, 5], [200, 10]]);
    expect(bars.at(-1)!.height).toBeCloseTo(100);
    expect(bars[0]!.height).toBeLessThan(bars[1]!.height);
  });
});
