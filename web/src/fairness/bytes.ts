// Bytes: joined, compared, and as the wire writes them (base64 with padding).

export type Bytes = Uint8Array<ArrayBuffer>;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function join(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export function ascii(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export function u8(number: number): Bytes {
  return Uint8Array.of(number);
}

/** Eight bytes, the highest first. */
export function u64(number: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** The bytes of a text; null where it is no base64, or not of this length. */
export function fromBase64(text: unknown, length?: number): Bytes | null {
  if (typeof text !== "string" || !BASE64.test(text)) return null;
  const bytes = ascii(atob(text));
  return length === undefined || bytes.length === length ? bytes : null;
}
