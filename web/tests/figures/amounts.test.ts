// Choosing an amount: by slider to both ends, by typing to the cent.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, test } from "vitest";

import AmountField from "../../src/ui/AmountField.svelte";
import { amountAt, stopOf, stops } from "../../src/ui/slide";

describe("a slider over amounts", () => {
  const topUp = { least: 1, most: 165, step: 10 };
  const buyIn = { least: 835, most: 1000, step: 10 };

  test.each([topUp, buyIn, { least: 500, most: 1000, step: 10 }, { least: 7, most: 9, step: 50 }])("reaches both ends of %o", (slide) => {
    expect(amountAt(slide, 0)).toBe(slide.least);
    expect(amountAt(slide, stops(slide))).toBe(slide.most);
    expect(stopOf(slide, slide.most)).toBe(stops(slide));
    expect(stopOf(slide, amountAt(slide, 1))).toBe(1);
  });

  test("stops at whole big blinds in between", () => {
    expect([1, 2, 16].map((stop) => amountAt(topUp, stop))).toEqual([10, 20, 160]);
    expect([1, 2].map((stop) => amountAt(buyIn, stop))).toEqual([840, 850]);
  });

  test("has one stop where there is nothing to choose", () => {
    expect(stops({ least: 0, most: 0, step: 10 })).toBe(0);
    expect(stops({ least: 500, most: 500, step: 10 })).toBe(0);
  });
});

describe("an amount field", () => {
  let shown: Record<string, unknown> | undefined;
  afterEach(async () => {
    if (shown) await unmount(shown);
    shown = undefined;
  });

  function field(props: { unit?: number } = {}): { text: HTMLInputElement; slider: HTMLInputElement } {
    const write = (cents: number) => `${cents} c`;
    shown = mount(AmountField, { target: document.body, props: { label: "Amount", least: 1, most: 165, step: 10, amount: 100, write, ...props } });
    flushSync();
    const [text, slider] = document.body.querySelectorAll("input");
    return { text: text!, slider: slider! };
  }

  function set(input: HTMLInputElement, value: string, kind: "input" | "change"): void {
    input.value = value;
    input.dispatchEvent(new Event(kind, { bubbles: true }));
    flushSync();
  }

  test("slides to the most", () => {
    const { text, slider } = field();
    expect([text.value, slider.value, slider.max]).toEqual(["1", "10", "17"]);
    set(slider, "17", "input");
    expect([text.value, slider.getAttribute("aria-valuetext")]).toEqual(["1.65", "165 c"]);
  });

  test("takes what is typed, and says what would be possible", () => {
    const { text, slider } = field();
    set(text, "0,37", "change");
    expect([text.value, slider.getAttribute("aria-valuetext")]).toEqual(["0.37", "37 c"]);
    expect(document.querySelector("[role=alert]")).toBeNull();
    set(text, "20", "change");
    expect(text.value).toBe("1.65");
    expect(document.querySelector("[role=alert]")!.textContent).toBe("Enter an amount from 1 c to 165 c.");
  });

  test("counts in big blinds for who reads big blinds", () => {
    const { text, slider } = field({ unit: 10 });
    expect(text.value).toBe("10");
    set(text, "12.5", "change");
    expect(slider.getAttribute("aria-valuetext")).toBe("125 c");
  });
});
