// A part of the client is fetched with the areas of words that it says: with all of them, and with no other.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

import { describe, expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "..", "src");
/** Built in, or fetched for everybody as soon as the first page is there. */
const ALWAYS = ["common", "shell", "refusals"];
/** The frame says these only of an open table, which brings them. */
const WITH_A_TABLE = ["acting", "table"];
const AREAS = readdirSync(join(SOURCES, "i18n", "en"), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts")).map((file) => basename(file, ".ts"));
const read = (file: string) => readFileSync(join(SOURCES, file), "utf8");
const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|ts)$/.test(file) && !file.startsWith("i18n"));

function resolved(from: string, to: string): string {
  const path = relative(SOURCES, join(SOURCES, dirname(from), to));
  return sources.includes(path) ? path : `${path}.ts`;
}

/** A file and everything that comes with it. */
function together(start: string): Set<string> {
  const found = new Set<string>();
  const waiting = [start];
  while (waiting.length > 0) {
    const file = waiting.pop()!;
    if (found.has(file) || !sources.includes(file)) continue;
    found.add(file);
    const imports = read(file).matchAll(/^\s*import (?!type )(?:[^"';]*? from )?"(\.[^"]+)"/gm);
    for (const one of imports) waiting.push(resolved(file, one[1]!));
  }
  return found;
}

function said(files: Iterable<string>): string[] {
  const words = new RegExp(`["'\`](${AREAS.join("|")})\\.`, "g");
  return [...new Set([...files].flatMap((file) => [...read(file).matchAll(words)].map((one) => one[1]!)))];
}

const frame = together("main.ts");
const parts = sources.flatMap((file) =>
  [...read(file).matchAll(/withWords\(\s*(?:\[([^\]]*)\]),\s*\(\) =>\s*import\("([^"]+)"\)/g)].map((one) => ({
    file: resolved(file, one[2]!),
    areas: [...one[1]!.matchAll(/"(\w+)"/g)].map((area) => area[1]!).sort(),
  })),
);

describe("the words", () => {
  it("of the frame are always there", () => {
    expect(said(frame).filter((area) => ![...ALWAYS, ...WITH_A_TABLE].includes(area))).toEqual([]);
  });

  it("of everything else are fetched with it", () => {
    const imports = sources.flatMap((file) => [...read(file).matchAll(/\bimport\(/g)]);
    expect(parts.length).toBe(imports.length);
  });

  it.each(parts)("of $file are those that it says", ({ file, areas }) => {
    const own = [...together(file)].filter((one) => !frame.has(one));
    expect(areas).toEqual(said(own).filter((area) => !ALWAYS.includes(area)).sort());
  });
});
