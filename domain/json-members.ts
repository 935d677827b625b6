/**
 * The members of a JSON object in their original spelling, which fields that are passed on keep: a
 * number of twenty digits, `1e3`, `1.0` and `-0` would not survive parsing and writing. They are parts
 * of the bytes that were received: a body of many megabytes is not copied here.
 */

export interface JsonMember {
  readonly name: string;
  /** The value with surrounding white space, exactly as written. */
  readonly value: Buffer;
  /** Name, colon and value, exactly as written. */
  readonly text: Buffer;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const [OPEN_BRACE, CLOSE_BRACE] = [123, 125];
const [OPEN_BRACKET, CLOSE_BRACKET] = [91, 93];

/** @param json valid JSON of an object in UTF-8, not validated here */
export function membersOf(json: Uint8Array): JsonMember[] {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const members: JsonMember[] = [];
  const end = bytes.lastIndexOf(CLOSE_BRACE);
  let start = bytes.indexOf(OPEN_BRACE) + 1;
  let colon = -1;
  let level = 0;
  const close = (at: number): void => {
    if (colon < 0) return;
    members.push({
      name: JSON.parse(bytes.toString('utf8', start, colon)) as string,
      value: bytes.subarray(colon + 1, at),
      text: bytes.subarray(start, at),
    });
    start = at + 1;
    colon = -1;
  };
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COLON && level === 0) colon = at;
    else if (byte === COMMA && level === 0) close(at);
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) level += 1;
    else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) level -= 1;
  }
  close(end);
  return members;
}

/** @returns the index of the closing quote: the first one behind an even number of backslashes */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); ; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}
