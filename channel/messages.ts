/** What travels on the answer channel of an order, from the process that asks the seller to the gateway that holds the buyer. */
import type { Refusal, SettledAnswer } from '../domain/chat';

export type AnswerMessage =
  /** One `data:` payload of a stream. */
  | { readonly kind: 'chunk'; readonly fillId: string; readonly data: string }
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

/** A message with its place: 1, 2, 3 ... without a gap. */
export interface PlacedMessage {
  readonly index: number;
  readonly message: AnswerMessage;
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

/** A settled answer as the messages that its channel carried. */
export function messagesOf(answer: SettledAnswer): AnswerMessage[] {
  const { fillId, complete } = answer;
  if (!answer.streamed) return [{ kind: 'settled', fillId, body: answer.body, complete }];
  const chunks = answer.chunks ?? [];
  return [
    ...chunks.slice(0, -1).map((data) => ({ kind: 'chunk', fillId, data }) as const),
    { kind: 'settled', fillId, lastChunks: chunks.slice(-1), complete },
  ];
}
