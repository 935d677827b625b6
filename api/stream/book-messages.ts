/**
 * The relay's messages, as socket.io's emitter sends them through Redis. Somebody else may write there,
 * so that nothing but a well-formed change of a book is heard: the commands of socket.io's own
 * adapter reveal the headers of every socket, keys among them, and bring sockets into rooms.
 */
import { BOOK_EVENT, type BookMessage, bookChannelKey } from '../../domain/book-message';
import { isObject } from '../../domain/json-object';
import { type Check, isCount, isListOf, isNullOr, isShape, isText } from '../../domain/shapes';

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
    return event === BOOK_EVENT && isBookMessage(message) ? (message as BookMessage) : null;
  } catch {
    return null;
  }
}

const isDecimal: Check = (value) =>
  typeof value === 'string' && value.length < 40 && /^\d+(?:\.\d+)?$/.test(value);
const isLevel: Check = (value) =>
  Array.isArray(value) && isDecimal(value[0]) && isDecimal(value[1]);
const isSide: Check = (value) => isObject(value) && Object.values(value).every(isListOf(isLevel));

const isBookMessage = isShape({
  modelId: isText,
  tenor: isText,
  epoch: isCount,
  sequence: isCount,
  atMs: isCount,
  asks: isNullOr(isSide),
  bids: isNullOr(isSide),
  trades: isListOf(
    isShape({
      id: isText,
      price: isDecimal,
      quantity: isDecimal,
      region: isText,
      taker_side: isText,
      timestamp: isCount,
    }),
  ),
});
