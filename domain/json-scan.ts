/**
 * Scans JSON text before it is parsed, byte by byte as it arrives. It limits the size of the
 * resulting value: a body of two megabytes can contain 700,000 empty lists, and parsing, validating
 * and hashing them costs a hundred times as much as reading them.
 */

export interface JsonLimits {
  readonly levels: number;
  /** Members of one object, entries of one list. */
  readonly entries: number;
  /** Values in total. */
  readonly values: number;
}

const OTHER = 0;
const OPEN = 1;
const CLOSE = 2;
const COMMA = 3;
const COLON = 4;
const QUOTE = 5;
const QUOTE_BYTE = 34;
const BACKSLASH_BYTE = 92;

const KINDS = new Uint8Array(256);
for (const [signs, kind] of [
  ['[{', OPEN],
  [']}', CLOSE],
  [',', COMMA],
  [':', COLON],
  ['"', QUOTE],
] as const) {
  for (const sign of signs) KINDS[sign.charCodeAt(0)] = kind;
}

/** Checks sizes only; the parser checks the syntax. */
export class JsonScan {
  /** Names with a value, in all objects. */
  members = 0;
  private values = 1;
  /** Of the open object or list: 1 for the body itself. */
  level = 0;
  private excess: string | null = null;
  private inText = false;
  private escaped = false;
  /** Commas of the open object or list at each level. */
  private readonly commas: Uint32Array;

  constructor(private readonly limits: JsonLimits) {
    this.commas = new Uint32Array(limits.levels + 1);
  }

  /** @returns the exceeded limit; null within all limits */
  feed(bytes: Uint8Array): string | null {
    const { length } = bytes;
    let at = this.inText ? this.endOfText(bytes, 0) : 0;
    while (at < length) {
      at = nextSign(bytes, at);
      if (at === length) return null;
      const kind = KINDS[bytes[at]!]!;
      at += 1;
      if (kind === QUOTE) {
        this.inText = true;
        at = this.endOfText(bytes, at);
      } else {
        this.note(kind);
        if (this.excess !== null) return this.excess;
      }
    }
    return null;
  }

  /** @returns the index after the closing quote, or the end of these bytes */
  private endOfText(bytes: Uint8Array, start: number): number {
    const { length } = bytes;
    let at = start;
    if (this.escaped) {
      this.escaped = false;
      at += 1;
    }
    while (at < length) {
      const byte = bytes[at]!;
      at += 1;
      if (byte === QUOTE_BYTE) {
        this.inText = false;
        return at;
      }
      if (byte === BACKSLASH_BYTE) at += 1;
    }
    this.escaped = at > length;
    return length;
  }

  private note(kind: number): void {
    const { limits, commas } = this;
    if (kind === COLON) {
      this.members += 1;
      return;
    }
    if (kind === CLOSE) {
      if (this.level > 0) this.level -= 1;
      return;
    }
    this.values += 1;
    if (this.values > limits.values) this.excess = `more than ${limits.values} values`;
    if (kind === COMMA) {
      const count = commas[this.level]! + 1;
      commas[this.level] = count;
      if (count < limits.entries) return;
      this.excess = `an object or a list of more than ${limits.entries} entries`;
    } else if (this.level >= limits.levels) {
      this.excess = `more than ${limits.levels} levels`;
    } else {
      this.level += 1;
      commas[this.level] = 0;
    }
  }
}

/** The index of the next structural byte, or the end of these bytes. */
function nextSign(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let at = start;
  while (at < length && KINDS[bytes[at]!] === OTHER) at += 1;
  return at;
}
