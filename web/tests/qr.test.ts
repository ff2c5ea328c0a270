// QR codes: the vectors of the standard, and a reader of our own that knows nothing of how they are drawn.

import { describe, expect, it } from "vitest";

import { errorCorrection, qrCode, symbol, withRemainder, type Modules } from "../src/pages/floor/paper/qr";

/** The example of annex I: "01234567" in version 1-M, with mask 2. */
const DIGITS = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
const FIGURE = `
#######..#.##.#######
#.....#..####.#.....#
#.###.#.#.....#.###.#
#.###.#.##....#.###.#
#.###.#.#.###.#.###.#
#.....#.#...#.#.....#
#######.#.#.#.#######
........#..##........
#.#####..#..#.#####..
...#.#.##.#.#..#.##..
..#...##.#.#.#..#####
....#....#.....####..
...######..#.#..#....
........#.#####..##..
#######..##.#.##.....
#.....#.#.#####...#.#
#.###.#.#...#..#.##..
#.###.#.##..#..#.....
#.###.#.#.##.#..#.#..
#.....#........##.##.
#######.####.#..#.#..`.trim();
const text = (modules: Modules) => modules.map((row) => row.map((one) => (one ? "#" : ".")).join("")).join("\n");

describe("the standard's example", () => {
  it("has its codewords for correction", () => {
    expect(errorCorrection(DIGITS, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });

  it("is drawn as its figure, module by module", () => {
    expect(text(symbol(DIGITS, 2))).toBe(FIGURE);
  });
});

describe("format and version", () => {
  it("are those of the standard's tables", () => {
    const formats = Array.from({ length: 8 }, (_, mask) => (withRemainder(mask, 0x537, 10) ^ 0x5412).toString(2).padStart(15, "0"));
    expect(formats).toEqual(["101010000010010", "101000100100101", "101111001111100", "101101101001011", "100010111111001", "100000011001110", "100111110010111", "100101010100000"]);
    expect([7, 8, 9, 10].map((one) => withRemainder(one, 0x1f25, 12).toString(16).padStart(5, "0"))).toEqual(["07c94", "085bc", "09a99", "0a4d3"]);
  });
});

// A reader, from the description of the decoding in the standard.
const BLOCKS: Record<number, [correction: number, blocks: number[]]> = {
  1: [10, [16]],
  3: [26, [44]],
  4: [18, [32, 32]],
  5: [24, [43, 43]],
  7: [18, [31, 31, 31, 31]],
  8: [22, [38, 38, 39, 39]],
  10: [26, [43, 43, 43, 43, 44]],
};
const ALIGNED: Record<number, number[]> = { 1: [], 3: [22], 4: [26], 5: [30], 7: [6, 22, 38], 8: [6, 24, 42], 10: [6, 28, 50] };

function isReserved(version: number, row: number, column: number): boolean {
  const size = 17 + 4 * version;
  if ((row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9) || row === 6 || column === 6) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  const centres = ALIGNED[version]!;
  const near = (at: number) => centres.find((centre) => Math.abs(centre - at) <= 2);
  const [down, right] = [near(row), near(column)];
  const last = size - 7;
  return down !== undefined && right !== undefined && !(down === 6 && right === last) && !(down === last && right === 6);
}

function isMasked(mask: number, i: number, j: number): boolean {
  const product = i * j;
  const zero = [(i + j) % 2, i % 2, j % 3, (i + j) % 3, ((i >> 1) + Math.trunc(j / 3)) % 2, (product % 2) + (product % 3), ((product % 3) + product) % 2, ((product % 3) + i + j) % 2];
  return zero[mask] === 0;
}

function read(modules: Modules): { text: string; version: number; mask: number } {
  const size = modules.length;
  const version = (size - 17) / 4;
  const near = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => modules[8]![column]!).concat([7, 5, 4, 3, 2, 1, 0].map((row) => modules[row]![8]!));
  const far = [1, 2, 3, 4, 5, 6, 7].map((up) => modules[size - up]![8]!).concat([8, 7, 6, 5, 4, 3, 2, 1].map((left) => modules[8]![size - left]!));
  expect(far).toEqual(near);
  const format = parseInt(near.map(Number).join(""), 2) ^ 0b101010000010010;
  expect(format >> 13, "level M").toBe(0);
  const mask = format >> 10;
  const bits: number[] = [];
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (!isReserved(version, row, column)) bits.push(Number(modules[row]![column]! !== isMasked(mask, row, column)));
    }
    isUpward = !isUpward;
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, place) => parseInt(bits.slice(place * 8, place * 8 + 8).join(""), 2));
  const [correction, lengths] = BLOCKS[version]!;
  const blocks = lengths.map(() => [] as number[]);
  let at = 0;
  for (let round = 0; round < Math.max(...lengths); round += 1) for (const [block, length] of lengths.entries()) if (round < length) blocks[block]!.push(words[at++]!);
  const whole = blocks.map((block) => [...block]);
  for (let round = 0; round < correction; round += 1) for (const block of whole) block.push(words[at++]!);
  for (const block of whole) expect(syndromes(block, correction)).toEqual(new Array(correction).fill(0));
  const stream = blocks.flat().map((word) => word.toString(2).padStart(8, "0")).join("");
  expect(stream.slice(0, 4), "bytes").toBe("0100");
  const counted = version < 10 ? 8 : 16;
  const length = parseInt(stream.slice(4, 4 + counted), 2);
  const bytes = Array.from({ length }, (_, place) => parseInt(stream.slice(4 + counted + place * 8, 12 + counted + place * 8), 2));
  return { text: new TextDecoder().decode(new Uint8Array(bytes)), version, mask };
}

/** The values of a block's polynomial at the powers of two: all nothing where no module is wrong. */
function syndromes(block: readonly number[], count: number): number[] {
  const powers = [1];
  for (let place = 1; place < 255; place += 1) {
    const doubled = powers[place - 1]! * 2;
    powers.push(doubled > 255 ? doubled ^ 0x11d : doubled);
  }
  const times = (left: number, right: number) => (left === 0 || right === 0 ? 0 : powers[(powers.indexOf(left) + powers.indexOf(right)) % 255]!);
  return Array.from({ length: count }, (_, root) => block.reduce((value, word) => times(value, powers[root]!) ^ word, 0));
}

describe("a code", () => {
  it.each([
    ["room", 1],
    ["http://192.168.1.20:8080/live/e12", 3],
    ["http://192.168.1.20:8080/live/e12-345-abcdefghijklmnopqrst", 4],
    ["https://poker.example.com/live/e12-345-abcdefghijklmnopqrst?taal=nl&zaal=één", 5],
    ["x".repeat(122), 7],
    ["x".repeat(152), 8],
    ["x".repeat(213), 10],
  ])("of %s is read again", (said, version) => {
    expect(read(qrCode(said))).toMatchObject({ text: said, version });
  });

  it("that would be too large is refused", () => {
    expect(() => qrCode("x".repeat(214))).toThrow("214 bytes are too many for a QR code");
  });
});
