/** Asks an endpoint what the exchange would ask: a signed chat completion, whole or streamed. */
import { randomUUID } from 'node:crypto';
import { chatUrl } from '../../domain/endpoint-url';
import type { Signer } from '../../domain/signing';
import { reasonOf } from '../client';

export interface Endpoint {
  readonly url: string;
  readonly model: string;
  /** Null without a key of the exchange: requests are unsigned then. */
  readonly signer: Pick<Signer, 'headers'> | null;
  readonly timeoutMs: number;
}

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

interface Question {
  readonly stream?: boolean;
  readonly idempotencyKey?: string;
  /** `wrong`: signed by somebody else. */
  readonly signature?: 'right' | 'wrong';
}

/** The text that is asked; short, because the seller is not paid for it. */
const PROMPT = 'Answer with one word.';
const MAX_TOKENS = 16;

/** The whole reply, or why there is none. */
export async function ask(
  { url, model, signer, timeoutMs }: Endpoint,
  { stream = false, idempotencyKey = randomUUID(), signature = 'right' }: Question,
): Promise<Reply | { readonly failure: string }> {
  const body = JSON.stringify({
    model,
    messages: [{ role: 'user', content: PROMPT }],
    max_tokens: MAX_TOKENS,
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  });
  const signed =
    signature === 'wrong'
      ? forged(idempotencyKey)
      : signer?.headers(idempotencyKey, body, Date.now());
  try {
    const answer = await fetch(chatUrl(url), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: stream ? 'text/event-stream' : 'application/json',
        'idempotency-key': idempotencyKey,
        'x-tokenbook-probe': '1',
        ...signed,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const contentType = answer.headers.get('content-type') ?? '';
    return { status: answer.status, contentType, text: await answer.text() };
  } catch (err) {
    const isLate = err instanceof Error && err.name === 'TimeoutError';
    return { failure: isLate ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(err) };
  }
}

/** Headers in the right form with a signature that nobody made. */
function forged(id: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': `v1a,${Buffer.alloc(64, 7).toString('base64')}`,
  };
}
