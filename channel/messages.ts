/**
 * Messages on the answer channel of an order, from the process that asks the seller to the gateway
 * that holds the buyer's connection.
 */
import type { Refusal, SettledAnswer } from '../domain/chat';
import type { Sealer } from '../domain/sealing';
import { redisKey } from '../engine/redis-keys';

export type AnswerMessage =
  /** `data:` payloads of a stream that were written together, in order. */
  | { readonly kind: 'chunk'; readonly fillId: string; readonly data: readonly string[] }
  /**
   * Settled: the whole body, or the last payloads of a stream (fill, or the error of a broken
   * stream).
   */
  | {
      readonly kind: 'settled';
      readonly fillId: string;
      readonly body?: unknown;
      readonly lastChunks?: readonly string[];
      readonly complete: boolean;
    }
  /** The order ended without a charge. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * A message with its place. Every chunk counts one, and so does the last message: 1, 2, 3 ...
 * without a gap.
 */
export interface PlacedMessage {
  /** Index of the last chunk in the message. */
  readonly index: number;
  readonly message: AnswerMessage;
}

/**
 * As it is encrypted: bytes that somebody moves within the channel are not read.
 * `at`: index of its last chunk.
 */
type SealedMessage = AnswerMessage & { readonly at?: number };

/** The most chunks in one message: bounds a reader's memory. */
export const CHUNKS_PER_MESSAGE = 64;

/** The number of places that a message takes. */
export function placesOf(message: AnswerMessage): number {
  return message.kind === 'chunk' ? message.data.length : 1;
}

/**
 * A decrypted message. Release 0.2.0 encrypts no place, and a single chunk as a string.
 * @throws Error when the message stands in another place than its author gave it
 */
export function readMessage(opened: unknown, index: number): AnswerMessage {
  const { at, ...message } = opened as SealedMessage;
  // The last message may stand later: its author does not know how far other attempts came.
  if (at !== undefined && (isLast(message) ? index < at : index !== at)) {
    throw new Error(`A message of place ${at} stands in place ${index}.`);
  }
  if (message.kind !== 'chunk' || typeof message.data !== 'string') return message;
  return { ...message, data: [message.data] };
}

/** The message in an entry of a channel. */
export function placedIn(
  sealer: Sealer,
  orderId: string,
  [id, fields]: readonly [string, readonly string[]],
): PlacedMessage {
  const index = Number.parseInt(id, 10);
  return { index, message: openMessage(sealer, orderId, fields[1]!, index) };
}

/** @throws Error when it cannot be decrypted, or stands in another place than its author gave it */
export function openMessage(
  sealer: Sealer,
  orderId: string,
  sealed: string,
  index: number,
): AnswerMessage {
  return readMessage(sealer.openJson(Buffer.from(sealed, 'base64'), orderId), index);
}

export function isLast(message: AnswerMessage): boolean {
  return message.kind !== 'chunk';
}

/** Stream of an order's messages; the name is also the channel on which each message is announced. */
export function answerKey(orderId: string): string {
  return redisKey('answer', orderId);
}

/** Set when the buyer of a stream has disconnected: the dispatch to the seller must stop. */
export function stopKey(orderId: string): string {
  return redisKey('answerStop', orderId);
}

/** A settled answer as messages of its channel, from the first place. */
export function messagesOf(answer: SettledAnswer): AnswerMessage[] {
  const { fillId, complete } = answer;
  if (!answer.streamed) return [{ kind: 'settled', fillId, body: answer.body, complete }];
  const chunks = answer.chunks ?? [];
  const messages: AnswerMessage[] = [];
  for (let start = 0; start < chunks.length - 1; start += CHUNKS_PER_MESSAGE) {
    const end = Math.min(start + CHUNKS_PER_MESSAGE, chunks.length - 1);
    messages.push({ kind: 'chunk', fillId, data: chunks.slice(start, end) });
  }
  return [...messages, { kind: 'settled', fillId, lastChunks: chunks.slice(-1), complete }];
}
