/** One streamed chat completion: its events as they arrive. */
import { ApiError, messageForPeople } from '../client/api-error';
import type { components } from '../client/generated/buyer';

export type Fill = components['schemas']['Fill'];

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream: true;
  readonly max_price?: string;
  readonly max_tokens?: number;
  readonly region?: string;
}

interface ChatRequest {
  readonly key: string;
  /** By which it is found when no byte of its answer came, and is the same request when it is sent again. */
  readonly id: string;
  readonly body: ChatBody;
  readonly signal: AbortSignal;
}

export type ChatEvent =
  /** The first byte: its fill is known. */
  | { readonly kind: 'begun'; readonly fillId: string | null }
  | { readonly kind: 'choice'; readonly choice: unknown }
  | { readonly kind: 'fill'; readonly fill: Fill }
  /** The stream broke off; what was delivered is paid. */
  | { readonly kind: 'broken'; readonly message: string };

interface Chunk {
  readonly choices?: readonly unknown[];
  readonly fill?: Fill;
  readonly error?: { readonly message?: string };
}

/** @throws ApiError when the request is refused before its first byte */
export async function* streamChat(request: ChatRequest): AsyncGenerator<ChatEvent> {
  const response = await send(request);
  if (!response.ok || response.body === null) {
    throw ApiError.from(response, await response.json().catch(() => null));
  }
  yield { kind: 'begun', fillId: response.headers.get('x-fill-id') };
  for await (const data of eventsOf(response.body)) {
    if (data === '[DONE]') return;
    yield* eventsIn(JSON.parse(data) as Chunk);
  }
}

async function send({ key, id, body, signal }: ChatRequest): Promise<Response> {
  try {
    return await fetch('/v1/chat/completions', {
      method: 'POST',
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'x-request-id': id,
        'idempotency-key': id,
      },
      body: JSON.stringify(body),
      signal,
    });
  } catch (err) {
    if (signal.aborted) throw err;
    throw ApiError.unreachable(err);
  }
}

function* eventsIn({ error, fill, choices = [] }: Chunk): Generator<ChatEvent> {
  if (error) {
    yield { kind: 'broken', message: messageForPeople(error.message ?? 'The stream broke off.') };
    return;
  }
  for (const choice of choices) yield { kind: 'choice', choice };
  if (fill) yield { kind: 'fill', fill };
}

/** The `data:` payloads; an event ends with an empty line. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + String(value)).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trimStart();
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
