/**
 * Receives a body. Its size and structure are checked as its bytes arrive, so that a refused body
 * is neither stored nor parsed. Compressed bodies are refused: a small request must not expand into
 * a large one.
 */
import type { Request } from 'express';
import { type Failure, fail } from '../../domain/errors';
import { type ReceivedBody, refusedBody } from '../../domain/json-body';
import { type JsonLimits, JsonScan } from '../../domain/json-scan';
import type { BodyShare } from './body-memory';

export interface BodyLimits {
  readonly limitBytes: number;
  readonly json: JsonLimits;
  /**
   * The failure for a list in a member of the body with more entries than `json` allows. Such a
   * body is scanned until its list is too long, however large it is.
   */
  readonly longList?: (() => Failure) | undefined;
  /** Grows with the bytes that arrive: an announced length takes no memory. */
  readonly share: Pick<BodyShare, 'grow'>;
}

/** Of a list in a member of the body. */
const LIST_LEVEL = 2;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * @returns null when there is no body
 * @throws Failure `invalid_request`, `request_too_large`, or what the share throws
 */
export async function receiveBody(req: Request, limits: BodyLimits): Promise<ReceivedBody | null> {
  checkHeaders(req);
  const announcedBytes = Number.parseInt(req.headers['content-length'] ?? '0', 10);
  if (announcedBytes > limits.limitBytes && !limits.longList) throw fail('request_too_large');
  const parts: Buffer[] = [];
  const scan = new JsonScan(limits.json);
  let receivedBytes = 0;
  for await (const part of chunksOf(req)) {
    receivedBytes += part.length;
    if (receivedBytes > limits.limitBytes) throw fail('request_too_large');
    limits.share.grow(receivedBytes);
    const excess = scan.feed(part);
    if (excess !== null) {
      throw (scan.level === LIST_LEVEL && limits.longList?.()) || refusedBody(excess);
    }
    parts.push(part);
  }
  if (receivedBytes === 0) return null;
  const bytes = Buffer.concat(parts);
  const marked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return {
    bytes: marked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes,
    members: scan.members,
  };
}

function checkHeaders(req: Request): void {
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw fail('invalid_request', { message: 'The body must not be compressed.' });
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(req.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw fail('invalid_request', { message: 'The body must be UTF-8.' });
  }
}

/**
 * After an early exit the rest of the body is read and discarded, so that the sender can read the
 * answer.
 */
async function* chunksOf(req: Request): AsyncGenerator<Buffer> {
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    for await (const chunk of chunks) yield chunk;
  } catch (err) {
    throw fail('invalid_request', { message: 'The body ended early.', cause: err });
  } finally {
    req.resume();
  }
}
