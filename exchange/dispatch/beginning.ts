/**
 * What an answer is, by its first bytes: the type that sellers declare is often missing or wrong.
 * White space before it keeps the connection alive.
 */
import type { Exchange } from './exchange';
import { AttemptFailure } from './outcome';

/** White space in front of an answer that takes long. */
const SPACE_BYTES_MAX = 256 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const SPACES = Buffer.from(' \t\r\n');
const NAMES = ['data:', 'event:', 'id:', 'retry:', ':'];
const LONGEST_NAME = 6;

export interface Beginning {
  readonly kind: 'object' | 'stream' | 'neither';
  /** From the first byte that is no white space. */
  readonly bytes: Buffer;
}

/** @param arm limits the time until the next bytes */
export async function beginningOf(exchange: Exchange, arm: () => void): Promise<Beginning> {
  let bytes = Buffer.alloc(0);
  let space = 0;
  for (;;) {
    const next = await exchange.read();
    if (next) bytes = Buffer.concat([bytes, next]);
    const at = startOf(bytes);
    space += at;
    bytes = bytes.subarray(at);
    const kind = kindOf(bytes);
    const isDecided = kind !== 'neither' || bytes.length >= LONGEST_NAME;
    if (next === null || isDecided) return { kind, bytes };
    if (space > SPACE_BYTES_MAX) {
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
  while (at < bytes.length && SPACES.includes(bytes[at]!)) at += 1;
  return at;
}
