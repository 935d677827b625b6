/** Ids of what this process creates: UUIDv7, which contain the time by its clock. */
import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { CLOCKS_APART_MS } from './clocks';

const SEQUENCES = 2 ** 32;

/** The place of an id among those of its process. */
interface Place {
  readonly msecs: number;
  readonly seq: number;
}

let last: Place = { msecs: -Infinity, seq: 0 };

/**
 * Each is greater than the one before, also when the clock was set back a little. After a larger
 * correction ids have the corrected time: the books refuse ids of the future.
 */
export function newId(): string {
  last = placeAfter(last, Date.now());
  return v7(last);
}

function placeAfter({ msecs, seq }: Place, nowMs: number): Place {
  if (nowMs > msecs || nowMs < msecs - CLOCKS_APART_MS)
    return { msecs: nowMs, seq: randomInt(SEQUENCES) };
  if (seq + 1 === SEQUENCES) return { msecs: msecs + 1, seq: 0 };
  return { msecs, seq: seq + 1 };
}
