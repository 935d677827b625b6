/** What travels on the answer channel of an order, from the process that asks the seller to the gateway that holds the buyer. */
import type { Refusal, SettledAnswer } from '../domain/chat';

export type AnswerMessage =
  /** `data:` payloads of a stream that were written together, in order. */
  | { readonly kind: 'chunk'; readonly fillId: string; readonly data: readonly string[] }
  /** Settled: the whole body, or the last payloads of a stream (fill, or error of a cut). */
  | {
      readonly kind: 'settled';
      readonly fillId: string;
      readonly body?: unknown;
      readonly lastChunks?: readonly string[];
      readonly complete: boolean;
    }
  /** The order ended without a charge. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A message with its place. Every chunk counts one, and the last message does: 1, 2, 3 ... without a gap. */
export interface PlacedMessage {
  /** Of the last chunk in the message. */
  readonly index: number;
  readonly message: AnswerMessage;
}

/** Chunks that one message holds at most, so that a reader's memory is bounded by its messages. */
export const CHUNKS_PER_MESSAGE = 64;

/** How many places a message takes. */
export function placesOf(message: AnswerMessage): number {
  return message.kind === 'chunk' ? message.data.length : 1;
}

/** A message as it was opened: one chunk alone was written as a text by the release before. */
export function readMessage(opened: unknown): AnswerMessage {
  const message = opened as AnswerMessage;
  if (message.kind !== 'chunk' || typeof message.data !== 'string') return message;
  return { ...message, data: [message.data] };
}

export function isLast(message: AnswerMessage): boolean {
  return message.kind !== 'chunk';
}

/** Stream of an order's messages; the name is also the channel on which each message is announced. */
export function answerKey(orderId: string): string {
  return `answer:{${orderId}}`;
}

/** Set while the buyer of a stream is gone: the seller is to be stopped. */
export function stopKey(orderId: string): string {
  return `answer:{${orderId}}:stop`;
}

/** A settled answer as messages of its channel, from the first place on. */
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
