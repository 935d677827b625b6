/** What the tests of the chat route share: a market of its own for each test, and looks from outside. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { request } from 'undici';
import { parseScale8 } from '../../domain/money';
import type { Answer, Exchange, TestSeller } from '../support/exchange';
import type { Behaviour, BehaviourName } from '../support/sellers/behaviours';

/** Tokens of "Say hello." in one message: 3 of text and 7 of framing. */
export const COUNTED_PROMPT_TOKENS = 10;
/** What is reserved for it: padded by 10 %. */
export const PROMPT_TOKENS = 11;
/** What `chatBody` reserves: the prompt and its cap of 64. */
export const RESERVED_TOKENS = PROMPT_TOKENS + 64;

export interface SellerTerms {
  readonly price?: string;
  readonly capacity?: number;
  readonly region?: string;
  readonly ttl?: number;
  readonly name?: string;
  readonly behaviour?: BehaviourName | Behaviour;
  /** What the seller declares of the model. */
  readonly declared?: object;
}

export interface MarketTerms extends SellerTerms {
  readonly model?: string;
  readonly balance?: string;
  readonly account?: object;
}

export interface Ask {
  readonly seller: TestSeller;
  readonly askId: string;
}

export interface Market extends Ask {
  readonly model: string;
  readonly accountId: string;
  readonly key: string;
}

/** An instrument that no other test trades. */
export function newModel(): string {
  return `e2e-${randomBytes(6).toString('hex')}`;
}

/** A model (a new one, when none is named) with one seller, its ask (price 0.001 per 1,000 tokens), and a buyer with 10 USD. */
export async function openMarket(
  exchange: Exchange,
  { model = newModel(), balance = '10', account = {}, ...terms }: MarketTerms = {},
): Promise<Market> {
  const [buyer, ask] = await Promise.all([
    exchange.buyer(balance, account),
    joinMarket(exchange, model, terms),
  ]);
  return { model, ...buyer, ...ask };
}

/** One more seller with one ask. */
export async function joinMarket(
  exchange: Exchange,
  model: string,
  { behaviour = 'normal', name, price = '0.001', declared, ...ask }: SellerTerms = {},
): Promise<Ask> {
  const registration = {
    models: [model],
    ...(name === undefined ? {} : { name }),
    ...(declared ? { declared: [{ model, ...declared }] } : {}),
  };
  const seller = await exchange.seller(behaviour, registration);
  return { seller, askId: await exchange.ask(seller, { model, price, ...ask }) };
}

/** The active asks of a seller, as its own list shows them. */
export async function listedAsks(exchange: Exchange, seller: TestSeller): Promise<any[]> {
  const path = `/market/v1/sellers/${seller.sellerId}/asks`;
  const answer = await exchange.send('GET', path, {
    headers: { 'x-seller-api-key': seller.apiKey },
  });
  return answer.body.asks;
}

export async function remainderOf(exchange: Exchange, { seller, askId }: Ask): Promise<number> {
  const asks = await listedAsks(exchange, seller);
  return asks.find((ask) => ask.ask_id === askId)?.remaining;
}

export function cancelAsk(exchange: Exchange, { seller, askId }: Ask): Promise<Answer> {
  return exchange.send('DELETE', `/market/v1/sellers/${seller.sellerId}/asks/${askId}`, {
    headers: { 'x-seller-api-key': seller.apiKey },
  });
}

export async function deposit(exchange: Exchange, accountId: string, amount: string) {
  const reference = randomUUID();
  await exchange.admin('POST', `/accounts/${accountId}/deposits`, { amount, reference });
}

/** What the ledger owes a seller, decimal USD. */
export async function payableTo(exchange: Exchange, seller: TestSeller): Promise<string> {
  return (await exchange.admin('GET', `/sellers/${seller.sellerId}`)).body.payable;
}

/** A decimal of an answer, in hundred-millionths. */
export function units(decimal: string): bigint {
  const scale8 = parseScale8(decimal);
  if (scale8 === null) throw new Error(`${decimal} is no amount`);
  return scale8;
}

/** Price x tokens / 1,000, rounded half up, in hundred-millionths. */
export function costOf(price: string, tokens: number): bigint {
  return (units(price) * BigInt(tokens) + 500n) / 1_000n;
}

/** A request written by hand: any body, any headers. */
export async function sendRaw(
  exchange: Exchange,
  {
    method = 'POST',
    path = '/v1/chat/completions',
    headers = {},
    body = null,
    signal,
  }: {
    method?: 'GET' | 'POST';
    path?: string;
    headers?: Record<string, string>;
    body?: string | Buffer | Readable | null;
    signal?: AbortSignal;
  },
): Promise<Answer> {
  const answer = await request(`${exchange.url()}${path}`, {
    method,
    headers,
    body,
    ...(signal ? { signal } : {}),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, body: text && JSON.parse(text) };
}

/** The text that a buyer has read out of a stream. */
export function contentOf(chunks: readonly any[]): string {
  return chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join('');
}
