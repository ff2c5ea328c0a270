// Which controls take a press when the bar changes under the pointer, a finger or a key.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Guard, GUARD_MS } from "../src/table/state/guard.svelte";

const pointer = vi.hoisted(() => ({ isOver: true }));
vi.mock("../src/state/input", () => ({ isUnderPointer: () => pointer.isOver, hasTypedWithin: () => false }));

beforeEach(() => {
  vi.useFakeTimers();
  pointer.isOver = true;
});
afterEach(() => vi.useRealTimers());

describe("a control", () => {
  test("that is new under the pointer takes no press for a moment; the others do", () => {
    const guard = new Guard(".act");
    guard.see(["fold", "call 40"]);
    vi.advanceTimersByTime(GUARD_MS);
    guard.see(["fold", "call 320"]);
    expect([guard.isClosed("fold"), guard.isClosed("call 320")]).toEqual([false, true]);
    vi.advanceTimersByTime(GUARD_MS - 1);
    expect(guard.isClosed("call 320")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(guard.isClosed("call 320")).toBe(false);
  });

  test("that comes while the pointer is elsewhere is open at once", () => {
    pointer.isOver = false;
    const guard = new Guard(".act");
    guard.see(["fold"]);
    expect(guard.isClosed("fold")).toBe(false);
  });

  test("that comes back after a blink is the old one, after longer a new one", () => {
    const guard = new Guard(".act");
    guard.see(["fold"]);
    vi.advanceTimersByTime(GUARD_MS);
    guard.see([]);
    vi.advanceTimersByTime(200);
    guard.see(["fold"]);
    expect(guard.isClosed("fold")).toBe(false);
    guard.see([]);
    vi.advanceTimersByTime(800);
    guard.see(["fold"]);
    expect(guard.isClosed("fold")).toBe(true);
  });

  test("that was replaced and comes back is new again", () => {
    const guard = new Guard(".act");
    guard.see(["fold"]);
    vi.advanceTimersByTime(GUARD_MS);
    guard.see(["turn 31"]);
    vi.advanceTimersByTime(100);
    guard.see(["fold"]);
    expect(guard.isClosed("fold")).toBe(true);
    vi.advanceTimersByTime(GUARD_MS);
    expect(guard.isClosed("fold")).toBe(false);
  });
});
