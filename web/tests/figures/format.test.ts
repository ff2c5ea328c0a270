import { describe, expect, test } from "vitest";

import { amount, cardCodes, decimal, hours, inBigBlinds, minutes, money, shortChips, signed, thousands, typedCents, typedMs, typedText } from "../../src/format";
import { fill } from "../../src/i18n/index.svelte";
import { matched } from "../../src/router.svelte";

describe("amounts", () => {
  test("two decimals, but no .00", () => {
    expect(amount(185, "en")).toBe("1.85");
    expect(amount(500, "en")).toBe("5");
    expect(amount(123_450, "en")).toBe("1,234.50");
  });
  test("a currency is written as the language writes it", () => {
    expect(money(1_000, "EUR", "en")).toBe("€10");
    expect(money(1_050, "EUR", "fr").replace(/\s/g, " ")).toBe("10,50 €");
  });
  test("chips are in thousands where there is little room", () => {
    expect([99_999, 125_000, 1_250_500].map((count) => shortChips(count, "en"))).toEqual(["99,999", "125k", "1,250.5k"]);
    expect([8_000, 1_250].map((count) => thousands(count, "nl"))).toEqual(["8k", "1,25k"]);
  });
  test("a result has its sign", () => {
    expect([signed(150, "", "en"), signed(-150, "EUR", "en"), signed(0, "XPM", "en")]).toEqual(["+1.50", "−€1.50", "0"]);
  });
  test("a size has the decimal sign of the language", () => {
    expect(["2.5x", "2,5x", "33%", "pot"].map((word) => decimal(word, "nl"))).toEqual(["2,5x", "2,5x", "33%", "pot"]);
    expect([decimal("2,5x", "en"), decimal("2.5x", "fr")]).toEqual(["2.5x", "2,5x"]);
  });
  test("what a field shows can be typed into it again", () => {
    const shown = [185, 120_000, 123_450, 1_234_567_800].flatMap((cents) => ["en", "nl", "fr"].map((locale) => [typedCents(typedText(cents, 100, locale)), cents]));
    expect(shown.filter(([typed, cents]) => typed !== cents)).toEqual([]);
  });
  test("a comma is typed like a point", () => {
    expect(["12,5", "12.50", "1 250", "7"].map(typedCents)).toEqual([1250, 1250, 125_000, 700]);
    expect(["", "a lot"].map(typedCents)).toEqual([NaN, NaN]);
  });
  test("big blinds have at most one decimal", () => {
    expect(inBigBlinds(1_000, 10, "en")).toBe("100 BB");
    expect(inBigBlinds(125, 10, "en")).toBe("12.5 BB");
  });
});

test("cards are written as in hand histories", () => {
  expect(cardCodes([51, 0, 33, -1])).toBe("As 2c Td ??");
});

test("a time is typed in minutes or as a clock shows it", () => {
  expect(["12", "12,5", "12:30", "0:05", "1:05:00", hours(754_000)].map(typedMs)).toEqual([720_000, 750_000, 750_000, 5_000, 3_900_000, 754_000]);
  expect(["", "soon", "12:", "12:75", "1:2:3:4", "-1:30"].map(typedMs)).toEqual([NaN, NaN, NaN, NaN, NaN, NaN]);
});

test("a clock has hours once there are some, whatever is rounded up", () => {
  expect(hours(79 * 60_000 + 25_000)).toBe("1:19:25");
  expect(hours(3_600_000)).toBe("1:00:00");
  expect(hours(3_599_000)).toBe("59:59");
  expect([3_599_001, 7_199_900].map(hours)).toEqual(["1:00:00", "2:00:00"]);
  expect(hours(-5)).toBe("0:00");
});

test("minutes and seconds are rounded up", () => {
  expect(minutes(61_001)).toBe("1:02");
  expect(minutes(-5)).toBe("0:00");
});

test("names in words are filled in, unknown ones stay", () => {
  expect(fill("Call {amount} of {other}", { amount: 40 })).toBe("Call 40 of {other}");
});

test("addresses of screens", () => {
  expect(matched("/table/:table", "/table/7")).toEqual({ table: "7" });
  expect(matched("/", "/")).toEqual({});
  expect(matched("/lobby", "/lobby/")).toEqual({});
  expect(matched("/lobby", "/table/7")).toBeNull();
});
