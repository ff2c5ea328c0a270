// QR codes (ISO/IEC 18004) for addresses: bytes, error correction level M, versions 1 to 10.
// An address of a player's page has about 60 letters; 213 fit.

/** Rows of modules; true is dark. */
export type Modules = boolean[][];

interface Version {
  /** Codewords for the correction of errors in each block. */
  correction: number;
  /** Codewords of data in each block. */
  blocks: number[];
  /** The centres of the alignment patterns. */
  alignment: number[];
}

/** Level M: how the codewords of each version are divided into blocks, and where its alignment patterns are. */
const VERSIONS: readonly Version[] = [
  { correction: 10, blocks: [16], alignment: [] },
  { correction: 16, blocks: [28], alignment: [6, 18] },
  { correction: 26, blocks: [44], alignment: [6, 22] },
  { correction: 18, blocks: [32, 32], alignment: [6, 26] },
  { correction: 24, blocks: [43, 43], alignment: [6, 30] },
  { correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34] },
  { correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38] },
  { correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42] },
  { correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46] },
  { correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50] },
];
const LEVEL_M = 0b00;
const BYTES = 0b0100;
const PADS = [0xec, 0x11];
const FIELD = 0x11d;
const FORMAT = { generator: 0x537, mask: 0x5412 };
const VERSION_GENERATOR = 0x1f25;

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The code of a text; one that is too long is an error. */
export function qrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text);
  for (const [place, version] of VERSIONS.entries()) {
    const room = version.blocks.reduce((sum, one) => sum + one, 0);
    const counted = place + 1 < 10 ? 8 : 16;
    if (4 + counted + bytes.length * 8 <= room * 8) return symbol(codewords(bytes, counted, room));
  }
  throw new RangeError(`${bytes.length} bytes are too many for a QR code`);
}

/** Mode, length, bytes, end, and codewords that fill up the room. */
function codewords(bytes: Uint8Array, counted: number, room: number): number[] {
  const bits: number[] = [];
  const write = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  write(BYTES, 4);
  write(bytes.length, counted);
  for (const byte of bytes) write(byte, 8);
  write(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, place) => bits.slice(place * 8, place * 8 + 8).reduce((word, bit) => word * 2 + bit, 0));
  for (let pad = 0; words.length < room; pad += 1) words.push(PADS[pad % 2]!);
  return words;
}

/** The symbol of codewords that fill a version; without `mask` with the one that is best to read. */
export function symbol(data: readonly number[], mask?: number): Modules {
  const place = VERSIONS.findIndex((one) => one.blocks.reduce((sum, block) => sum + block, 0) === data.length);
  if (place < 0) throw new RangeError(`no version has ${data.length} codewords`);
  const version = VERSIONS[place]!;
  const stream = interleaved(data, version);
  const masks = mask === undefined ? MASKS.keys() : [mask];
  let best: { modules: Modules; penalty: number } | null = null;
  for (const one of masks) {
    const modules = drawn(place + 1, version, stream, one);
    const found = penalty(modules);
    if (!best || found < best.penalty) best = { modules, penalty: found };
  }
  return best!.modules;
}

/** One codeword of each block after the other: data first, then those for correction. */
function interleaved(data: readonly number[], { blocks, correction }: Version): number[] {
  let from = 0;
  const parts = blocks.map((length) => data.slice(from, (from += length)));
  const checks = parts.map((part) => errorCorrection(part, correction));
  const result: number[] = [];
  for (let at = 0; at < Math.max(...blocks); at += 1) for (const part of parts) if (at < part.length) result.push(part[at]!);
  for (let at = 0; at < correction; at += 1) for (const check of checks) result.push(check[at]!);
  return result;
}

/** The remainder of Reed and Solomon: `count` codewords. */
export function errorCorrection(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  const rest = new Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    for (const [place, coefficient] of divisor.entries()) rest[place]! ^= times(coefficient, factor);
  }
  return rest;
}

/** The product of (x − 2^i), without its leading 1. */
function generator(count: number): number[] {
  const result = [...new Array<number>(count - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < count; step += 1) {
    for (let place = 0; place < count; place += 1) result[place] = times(result[place]!, root) ^ (result[place + 1] ?? 0);
    root = times(root, 2);
  }
  return result;
}

/** A product in the field of 256 elements. */
function times(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * FIELD);
    product ^= ((right >> bit) & 1) * left;
  }
  return product;
}

/** Bits followed by the remainder of their division by a polynomial of `degree`. */
export function withRemainder(bits: number, polynomial: number, degree: number): number {
  let rest = bits;
  for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return (bits << degree) | rest;
}

function drawn(number: number, version: Version, stream: readonly number[], mask: number): Modules {
  const size = 17 + number * 4;
  const modules: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const set = (row: number, column: number, isDark: boolean) => {
    if (row >= 0 && row < size && column >= 0 && column < size) modules[row]![column] = isDark;
  };
  const square = (row: number, column: number, radius: number, light: readonly number[]) => {
    for (let down = -radius; down <= radius; down += 1)
      for (let right = -radius; right <= radius; right += 1) set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
  };
  for (let at = 8; at < size - 8; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) square(row, column, 4, [2, 4]);
  const last = version.alignment.at(-1);
  for (const row of version.alignment)
    for (const column of version.alignment) {
      const isCorner = (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6);
      if (!isCorner) square(row, column, 2, [1]);
    }
  writeFormat(set, size, mask);
  if (number >= 7) writeVersion(set, size, number);
  fill(modules, stream, mask);
  return modules as Modules;
}

type Put = (row: number, column: number, isDark: boolean) => void;

function writeFormat(set: Put, size: number, mask: number): void {
  const bits = withRemainder((LEVEL_M << 3) | mask, FORMAT.generator, 10) ^ FORMAT.mask;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1;
    // Around the upper left corner, past the timing patterns; and again along the two others.
    set(bit < 6 ? bit : bit < 8 ? bit + 1 : 8, bit < 8 ? 8 : bit === 8 ? 7 : 14 - bit, isDark);
    set(bit < 8 ? 8 : size - 15 + bit, bit < 8 ? size - 1 - bit : 8, isDark);
  }
  set(size - 8, 8, true);
}

function writeVersion(set: Put, size: number, number: number): void {
  const bits = withRemainder(number, VERSION_GENERATOR, 12);
  for (let bit = 0; bit < 18; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1;
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    set(near, far, isDark);
    set(far, near, isDark);
  }
}

/** The stream in pairs of columns from the right, up and down in turn, past what is drawn already. */
function fill(modules: (boolean | null)[][], stream: readonly number[], mask: number): void {
  const size = modules.length;
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (modules[row]![column] !== null) continue;
        const isDark = ((stream[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        modules[row]![column] = (isDark === 1) !== MASKS[mask]!(row, column);
        bit += 1;
      }
    }
  }
}

/** How hard a symbol is to read: long runs, squares, what looks like a corner, too dark or too light. */
export function penalty(modules: Modules): number {
  const size = modules.length;
  const columns = modules.map((_, column) => modules.map((row) => row[column]!));
  let points = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((one) => (one ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  for (let row = 1; row < size; row += 1)
    for (let column = 1; column < size; column += 1) {
      const one = modules[row]![column];
      if (one === modules[row - 1]![column] && one === modules[row]![column - 1] && one === modules[row - 1]![column - 1]) points += 3;
    }
  const dark = modules.flat().filter(Boolean).length;
  return points + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}
