// The operator's pages, mounted over answers that the test gives.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import Restart from "../src/pages/operator/Restart.svelte";
import { connection } from "../src/state/connection.svelte";

const asked: string[] = [];
let shown: Record<string, unknown> | undefined;

function show(component: typeof Restart): HTMLElement {
  shown = mount(component, { target: document.body });
  flushSync();
  return document.body;
}

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (path: string, { body = "" }: RequestInit = {}) => {
    asked.push(`${path} ${String(body)}`.trim());
    return new Response("{}");
  });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  connection.drainAt = null;
  vi.unstubAllGlobals();
});

test("a restart that is coming shows when, and can be called off", async () => {
  const page = show(Restart);
  expect(page.querySelector("form")).not.toBeNull();
  connection.drainAt = Date.UTC(2026, 10, 16, 12, 30);
  flushSync();
  expect(page.querySelector("form"), "not a second one").toBeNull();
  expect(page.querySelector("[role=status]")!.textContent).toContain("2026");
  page.querySelector("button")!.click();
  await vi.waitFor(() => expect(asked).toEqual(["/api/admin/resume {}"]));
  connection.drainAt = null;
  flushSync();
  expect(page.querySelector("form")).not.toBeNull();
});
