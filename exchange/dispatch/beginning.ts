/**
 * What an answer is, by its first bytes: the type that sellers declare is often missing or wrong.
 * White space and comments before it keep the connection alive.
 */
import type { HttpExchange } from './http-exchange';
import { AttemptFailure } from './outcome';

/** White space and comments in front of an answer that takes long. */
const SPACE_BYTES_MAX = 256 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const SPACES = Buffer.from(' \t\r\n');
const LINE_ENDS = Buffer.from('\r\n');
const NAMES = ['data:', 'event:', 'id:', 'retry:'];
const COMMENT = ':'.charCodeAt(0);
const LONGEST_NAME = 6;

export interface Beginning {
  readonly kind: 'object' | 'stream' | 'neither';
  /** From the first byte that is neither. */
  readonly bytes: Buffer;
}

/** @param arm limits the time until the next bytes */
export async function beginningOf(exchange: HttpExchange, arm: () => void): Promise<Beginning> {
  let bytes = Buffer.alloc(0);
  let space = 0;
  for (;;) {
    const next = await exchange.read();
    if (next) bytes = Buffer.concat([bytes, next]);
    const at = startOf(bytes);
    space += at;
    bytes = bytes.subarray(at);
    const kind = kindOf(bytes);
    const isComment = bytes[0] === COMMENT;
    const isDecided = kind !== 'neither' || (bytes.length >= LONGEST_NAME && !isComment);
    if (next === null || isDecided) return { kind, bytes };
    if (space + bytes.length > SPACE_BYTES_MAX) {
      throw new AttemptFailure('malformed', `no text within the first ${SPACE_BYTES_MAX} bytes`);
    }
    arm();
  }
}

function kindOf(bytes: Buffer): Beginning['kind'] {
  const text = bytes.toString('latin1', 0, LONGEST_NAME);
  if (text.startsWith('{')) return 'object';
  return NAMES.some((name) => text.startsWith(name)) ? 'stream' : 'neither';
}

function startOf(bytes: Buffer): number {
  let at = bytes.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
  for (; at < bytes.length; at += 1) {
    if (SPACES.includes(bytes[at]!)) continue;
    const end = bytes[at] === COMMENT ? endOfLine(bytes, at) : -1;
    if (end === -1) break;
    at = end;
  }
  return at;
}

function endOfLine(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if (LINE_ENDS.includes(bytes[at]!)) return at;
  return -1;
}
