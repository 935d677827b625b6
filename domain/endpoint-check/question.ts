/** What a check sends: a signed chat completion, whole or streamed, as the exchange's probes are. */
import { chatUrl } from '../endpoint-url';
import type { JsonObject } from '../json-object';
import { type Addressed, CHECK_AUDIENCE, type Signer, webhookId } from '../signing';

export interface Question {
  readonly stream?: boolean;
  /** Of the request, instead of the usual ones. */
  readonly members?: JsonObject;
  readonly idempotencyKey: string;
  /** `wrong`: signed by somebody else. */
  readonly signature?: 'right' | 'wrong';
}

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export type Outcome = Reply | { readonly failure: string };

export interface QuestionRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The text that is asked; short, because the seller is not paid for it. */
const PROMPT = 'Answer with one word.';
/** A model that thinks may need all of them for it: that is an answer too. */
const MAX_TOKENS = 64;

/** @param signer null without a key of the exchange: the request is unsigned then */
export function requestOf(
  endpoint: { readonly url: string; readonly model: string },
  signer: Pick<Signer, 'headers'> | null,
  { stream = false, members, idempotencyKey, signature = 'right' }: Question,
): QuestionRequest {
  const body = JSON.stringify({
    model: endpoint.model,
    messages: [{ role: 'user', content: PROMPT }],
    max_tokens: MAX_TOKENS,
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    ...members,
  });
  const to = { id: idempotencyKey, audience: CHECK_AUDIENCE };
  const signed = signature === 'wrong' ? forged(to) : signer?.headers(to, body, Date.now());
  const headers = {
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'idempotency-key': idempotencyKey,
    'x-tokenbook-probe': '1',
    ...signed,
  };
  return { url: chatUrl(endpoint.url), headers, body };
}

/** Headers in the right form with a signature that nobody made. */
function forged(to: Addressed): Record<string, string> {
  return {
    'webhook-id': webhookId(to),
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': `v1a,${Buffer.alloc(64, 7).toString('base64')}`,
  };
}
