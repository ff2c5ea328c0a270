// A file of the client has one subject, and few have more than 300 lines to say about it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "..", "..", "src");
const LINES_MAX = 300;
/** Files that are longer, each with its reason. */
const REASONS: Record<string, string> = {
  "wire.ts": "generated from the server's types",
};

it("no file is longer than it should be, unless there is a reason", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|ts|css)$/.test(file));
  const lines = (file: string) => readFileSync(join(SOURCES, file), "utf8").trimEnd().split("\n").length;
  const long = files.filter((file) => !(file in REASONS) && lines(file) > LINES_MAX);
  expect(long).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
