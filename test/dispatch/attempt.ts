/** What the dispatch tests share: a client with short time-outs and one call of it. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { AddressLookup } from '../../exchange/dispatch/address-guard';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import type { DispatchOutcome } from '../../exchange/dispatch/outcome';
import { sourceOf } from '../../exchange/dispatch/request-source';
import {
  createSellerClient,
  type DispatchRequest,
  type SellerClient,
  type SellerClientSettings,
} from '../../exchange/dispatch/seller-client';
import { prepareBody } from '../../domain/seller-body';

export const keys = generateKeyPairSync('ed25519');
export const signingKey = keys.privateKey.export({ format: 'der', type: 'pkcs8' });

export const shortSettings: SellerClientSettings = {
  local: true,
  CONNECT_TIMEOUT_MS: 1_000,
  FIRST_BYTE_TIMEOUT_MS: 500,
  FIRST_BYTE_PER_TOKEN_MS: 1,
  STREAM_SILENCE_MS: 300,
  ANSWER_TIMEOUT_MS: 5_000,
  ANSWER_LIMIT_BYTES: 1_000_000,
  ANSWER_MEDIA_BYTES: 1_000_000,
  SELLER_CONNECTIONS: 8,
  SELLER_CONNECTION_QUEUE: 16,
  secrets: { signingKey },
};

/** The seller that requests are signed for, unless a test names another. */
export const SELLER_ID = randomUUID();

const clients: SellerClient[] = [];

export function testClient(
  settings: Partial<SellerClientSettings> = {},
  lookup: AddressLookup = new NameResolver({ servers: [], local: true }).lookup,
): SellerClient {
  const client = createSellerClient({ ...shortSettings, ...settings }, { lookup });
  clients.push(client);
  return client;
}

export async function closeClients(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.close()));
}

export interface Attempted {
  readonly outcome: DispatchOutcome;
  /** What `onChunk` was given. */
  readonly chunks: string[];
  readonly tookMs: number;
}

/** The body as text, or as what the text says. */
export type AttemptOptions = Partial<Omit<DispatchRequest, 'body'>> & {
  readonly body?: string | object;
  /** Whether it is sent as one of those that take a place in memory. */
  readonly isLarge?: boolean;
};

const bodyOf = (streamed: boolean) => ({
  model: 'llama-3.3-70b',
  messages: [{ role: 'user', content: 'Say something.' }],
  max_tokens: 64,
  ...(streamed ? { stream: true } : {}),
});

/** One attempt with a small request; everything can be replaced. */
export async function attempt(
  client: SellerClient,
  endpointUrl: string,
  { body, isLarge = false, ...request }: AttemptOptions = {},
): Promise<Attempted> {
  const chunks: string[] = [];
  const startedAtMs = performance.now();
  const streamed = request.streamed ?? false;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? bodyOf(streamed));
  const prepared = prepareBody(Buffer.from(text));
  const outcome = await client.dispatch({
    endpointUrl,
    sellerId: SELLER_ID,
    fillId: randomUUID(),
    participant: 'buyer',
    body: { ...sourceOf(prepared), isLarge },
    model: 'llama-3.3-70b',
    streamed,
    reservedCompletionTokens: null,
    estimatedTokens: 64,
    reservedTokens: 1_000_000,
    deadlineAtMs: Date.now() + 60_000,
    firstTokenMs: 5_000,
    signal: new AbortController().signal,
    onChunk: async (data) => {
      chunks.push(data);
    },
    ...request,
  });
  return { outcome, chunks, tookMs: performance.now() - startedAtMs };
}

/** The text that a stream's chunks say. */
export function textOf(chunks: readonly string[]): string {
  return chunks
    .flatMap((data) => (JSON.parse(data) as { choices: { delta: { content?: string } }[] }).choices)
    .map((choice) => choice.delta.content ?? '')
    .join('');
}
