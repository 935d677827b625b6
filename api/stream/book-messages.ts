/**
 * The relay's messages, as socket.io's emitter sends them through Redis. Somebody else may write there,
 * so that nothing but a well-formed change of a book is heard: the commands of socket.io's own
 * adapter tell the headers of every socket, keys among them, and bring sockets into rooms.
 */
import { BOOK_EVENT, type BookMessage, bookChannelKey } from '../../domain/book-message';

/** How the emitter marks a message to servers. */
const SERVER_SIDE_EMIT = 6;

export function bookChannel(deployment: string): string {
  return `${bookChannelKey(deployment)}-request#/#`;
}

/** Null when it is anything else. */
export function bookMessageIn(text: string): BookMessage | null {
  try {
    const sent = JSON.parse(text) as { readonly type?: unknown; readonly data?: unknown } | null;
    if (sent?.type !== SERVER_SIDE_EMIT || !Array.isArray(sent.data)) return null;
    const [event, message] = sent.data as unknown[];
    return event === BOOK_EVENT && isBookMessage(message) ? message : null;
  } catch {
    return null;
  }
}

function isBookMessage(value: unknown): value is BookMessage {
  if (!isObject(value)) return false;
  const { modelId, tenor, epoch, sequence, atMs, asks, bids, trades } = value;
  return (
    [modelId, tenor].every(isText) &&
    [epoch, sequence, atMs].every((number) => Number.isSafeInteger(number)) &&
    [asks, bids].every((side) => side === null || isSide(side)) &&
    Array.isArray(trades) &&
    trades.every(isTrade)
  );
}

function isSide(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((depth) => isDepth(depth));
}

function isDepth(value: unknown): boolean {
  return Array.isArray(value) && value.every((level) => Array.isArray(level) && isLevel(level));
}

function isLevel([price, quantity]: readonly unknown[]): boolean {
  return isDecimal(price) && isDecimal(quantity);
}

function isTrade(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, price, quantity, region, taker_side: taker, timestamp } = value;
  return (
    [id, region, taker].every(isText) &&
    [price, quantity].every(isDecimal) &&
    Number.isSafeInteger(timestamp)
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown) => typeof value === 'string';
const isDecimal = (value: unknown) =>
  typeof value === 'string' && value.length < 40 && /^\d+(?:\.\d+)?$/.test(value);
