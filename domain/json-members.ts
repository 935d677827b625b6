/**
 * The members of a JSON object in their original spelling, which fields that are passed on keep: a
 * number of twenty digits, `1e3`, `1.0` and `-0` would not survive parsing and writing.
 */

export interface JsonMember {
  readonly name: string;
  /** The value with surrounding white space, exactly as written. */
  readonly value: string;
  /** Name, colon and value, exactly as written. */
  readonly text: string;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;

/** @param text valid JSON of an object, not validated here */
export function membersOf(text: string): JsonMember[] {
  const members: JsonMember[] = [];
  const end = text.lastIndexOf('}');
  let start = text.indexOf('{') + 1;
  let colon = -1;
  let level = 0;
  const close = (at: number): void => {
    if (colon < 0) return;
    members.push({
      name: JSON.parse(text.slice(start, colon)) as string,
      value: text.slice(colon + 1, at),
      text: text.slice(start, at),
    });
    start = at + 1;
    colon = -1;
  };
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON && level === 0) colon = at;
    else if (code === COMMA && level === 0) close(at);
    else if (code === 91 || code === 123) level += 1;
    else if (code === 93 || code === 125) level -= 1;
  }
  close(end);
  return members;
}

/** @returns the index of the closing quote */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}
