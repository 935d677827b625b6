/** One client per surface, typed by its description. Every call goes to this server. */
import createClient, { type ClientOptions, type Middleware } from 'openapi-fetch';
import { ApiError } from './api-error';
import type { paths as BuyerPaths } from './generated/buyer';
import type { paths as MarketPaths } from './generated/market';
import type { paths as OperatorPaths } from './generated/operator';
import type { paths as SellerPaths } from './generated/seller';

/** @param key of a buyer, for what needs one */
export function marketClient(key?: string) {
  return withKey(createClient<MarketPaths>(at('/market')), bearer(key));
}

export function buyerClient(key: string) {
  return withKey(createClient<BuyerPaths>(at('/buyer')), bearer(key));
}

/**
 * The key of the demo's buyer, for the code that `npm start` printed.
 * @throws ApiError of a code that was used, or is too old
 */
export async function buyerKeyOf(code: string): Promise<string> {
  const response = await fetch('/console/sign-in', {
    method: 'POST',
    credentials: 'omit',
    headers: bearer(code),
  }).catch((err: unknown) => {
    throw ApiError.unreachable(err);
  });
  const body = (await response.json().catch(() => null)) as { buyer_key?: string } | null;
  if (!response.ok || body?.buyer_key === undefined) throw ApiError.from(response, body);
  return body.buyer_key;
}

/** For what the Buyer surface offers to everybody. */
export function anyBuyerClient() {
  return withKey(createClient<BuyerPaths>(at('/buyer')), {});
}

/** @param key that the seller chose at its registration; without one for a new seller */
export function sellerClient(key?: string) {
  return withKey(createClient<SellerPaths>(at('/seller')), sellerKey(key));
}

/** The routes of the Market surface that a seller's key opens. */
export function sellersMarketClient(key: string) {
  return withKey(createClient<MarketPaths>(at('/market')), sellerKey(key));
}

export function operatorClient(token: string) {
  return withKey(createClient<OperatorPaths>(at('')), bearer(token));
}

export type MarketClient = ReturnType<typeof marketClient>;
export type BuyerClient = ReturnType<typeof buyerClient>;
export type SellerClient = ReturnType<typeof sellerClient>;
export type OperatorClient = ReturnType<typeof operatorClient>;

/**
 * The body of an answer: some routes also answer with files, which no call of a client asks for.
 * @throws ApiError when the surface refuses, or does not answer
 */
export async function answerOf<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Exclude<NonNullable<Data>, string>> {
  const { data, error, response } = await call.catch((err: unknown) => {
    if (err instanceof DOMException && err.name === 'AbortError') throw err;
    throw err instanceof ApiError ? err : ApiError.unreachable(err);
  });
  if (!response.ok) throw ApiError.from(response, error);
  return data as Exclude<NonNullable<Data>, string>;
}

/** `omit`: no call carries a cookie, so none acts for anyone else who is signed in here. */
function at(surface: string): ClientOptions {
  return { baseUrl: `${location.origin}${surface}`, credentials: 'omit' };
}

function sellerKey(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'x-seller-api-key': key };
}

function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function withKey<Client extends { use(...middleware: Middleware[]): void }>(
  client: Client,
  headers: Record<string, string>,
): Client {
  client.use({
    onRequest({ request }) {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    },
  });
  return client;
}
