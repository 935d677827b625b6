/**
 * A received JSON body: its bytes, scanned on arrival, and its value. Bodies that readers could
 * interpret differently are refused: a duplicate name in one object, text that is not UTF-8, a
 * number beyond the range of a double, and `__proto__`.
 */
import { type Failure, fail } from './errors';
import type { JsonLimits } from './json-scan';

export interface ReceivedBody {
  /** Without a byte order mark. */
  readonly bytes: Uint8Array;
  /** Names with a value, in all objects, as counted in the text. */
  readonly members: number;
}

const LEVELS_MAX = 32;
/** Per object; a long conversation has more keys in total. */
const KEYS_MAX = 1_000;

/** For a chat: ten thousand messages, or a few thousand with parts and tools. */
export const CHAT_LIMITS: JsonLimits = { levels: LEVELS_MAX, entries: 10_000, values: 50_000 };
/** For every other body. */
export const BODY_LIMITS: JsonLimits = { levels: LEVELS_MAX, entries: 1_000, values: 10_000 };

/** @throws Failure `invalid_request` */
export function parseBody({ bytes, members }: ReceivedBody): unknown {
  const value = parse(textOf(bytes));
  if (checkShape(value) !== members) throw refusedBody('a duplicate name in one object');
  return value;
}

/** @throws Failure `invalid_request` when it is not UTF-8 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fail('invalid_request', { message: 'The body is not UTF-8.' });
  }
}

export function refusedBody(what: string): Failure {
  return fail('invalid_request', { message: `The body has ${what}.` });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fail('invalid_request', { message: 'The body is not valid JSON.' });
  }
}

/**
 * Iterative: the body may be nested deeper than the stack.
 * @returns members of all objects
 */
function checkShape(body: unknown): number {
  const pending: { value: unknown; level: number }[] = [{ value: body, level: 0 }];
  let members = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, level } = next;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw refusedBody('a number too large');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (level >= LEVELS_MAX) throw refusedBody(`more than ${LEVELS_MAX} levels`);
    const children = Object.values(value);
    if (!Array.isArray(value)) {
      if (children.length > KEYS_MAX) {
        throw refusedBody(`an object of more than ${KEYS_MAX} keys`);
      }
      if (Object.hasOwn(value, '__proto__')) throw refusedBody('a field named __proto__');
      members += children.length;
    }
    for (const child of children) pending.push({ value: child, level: level + 1 });
  }
  return members;
}
