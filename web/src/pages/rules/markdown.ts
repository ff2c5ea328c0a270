// The little Markdown that the rulebook uses, as a tree: it is drawn by components, never as raw HTML.

export type Inline = { kind: "text" | "bold" | "code" | "rule"; text: string };
export type Block =
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "list"; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

const RULE = /\b(?:[A-Z][A-Z0-9]{1,5}-\d+(?:\.[a-z0-9]+)?)\b/;
const INLINE = new RegExp(`\\*\\*(.+?)\\*\\*|\`([^\`]+)\`|(${RULE.source})`, "g");

/** Text with bold, code and the numbers of rules told apart. */
export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > end) parts.push({ kind: "text", text: text.slice(end, found.index) });
    if (found[1] !== undefined) parts.push({ kind: "bold", text: found[1] });
    else if (found[2] !== undefined) parts.push({ kind: "code", text: found[2] });
    else parts.push({ kind: "rule", text: found[3] ?? "" });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** Paragraphs, lists and tables. */
export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  for (const piece of markdown.split(/\n\s*\n/)) {
    const lines = piece.split("\n").filter((line) => line.trim() !== "");
    for (const group of grouped(lines)) found.push(block(group));
  }
  return found;
}

type Shape = "list" | "table" | "paragraph";

function shape(line: string): Shape {
  if (/^\s*(?:[-*]|\d+\.)\s/.test(line)) return "list";
  return line.trimStart().startsWith("|") ? "table" : "paragraph";
}

/** Lines of one shape together; what is indented below a point of a list belongs to it. */
function grouped(lines: readonly string[]): { shape: Shape; lines: string[] }[] {
  const groups: { shape: Shape; lines: string[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const belongs = last?.shape === "list" && /^\s+\S/.test(line) && shape(line) === "paragraph";
    if (last && belongs) last.lines[last.lines.length - 1] += ` ${line.trim()}`;
    else if (last?.shape === shape(line)) last.lines.push(line);
    else groups.push({ shape: shape(line), lines: [line] });
  }
  return groups;
}

function block(group: { shape: Shape; lines: string[] }): Block {
  if (group.shape === "list") {
    return { kind: "list", items: group.lines.map((line) => inline(line.replace(/^\s*(?:[-*]|\d+\.)\s+/, ""))) };
  }
  if (group.shape === "table") return table(group.lines);
  return { kind: "paragraph", parts: inline(group.lines.join(" ")) };
}

function table(lines: readonly string[]): Block {
  const rows = lines.filter((line) => !/^[\s|:-]+$/.test(line)).map(cells);
  const [head = [], ...rest] = rows;
  return { kind: "table", head, rows: rest };
}

function cells(line: string): Inline[][] {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => inline(cell.trim()));
}
