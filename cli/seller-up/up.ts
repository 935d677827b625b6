/** `seller up`: an endpoint in front of a server, its registration, its check, and its offers. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { proofOf } from '../../domain/endpoint-proof';
import { Signer } from '../../domain/signing';
import type { Port } from '../client';
import { Client } from '../client';
import { CommandError } from '../command-error';
import { segment } from '../context';
import { checksTable } from '../output';
import { checkFromHere } from '../seller-check/asking';
import { type StatusLine, openStatusLine } from '../status-line';
import {
  type Declaration,
  declarationOf,
  declarationText,
  saysSomething,
} from '../upstreams/declaration';
import { type SelfDescription, describe } from '../upstreams/self-description';
import { Proxy } from './proxy';
import { type Terms, Selling } from './selling';
import { TrustedKeys } from './trusted-keys';
import { type UpstreamAddress, Upstream } from './upstream';

export interface Seller {
  readonly name: string;
  readonly terms: Omit<Terms, 'contextTokens' | 'slots'>;
  /** Null when its server says it, or nobody. */
  readonly slots: number | null;
  readonly contextTokens: number | null;
  readonly upstream: UpstreamAddress;
  readonly host: string;
  readonly port: number;
  /** Address that the exchange asks; null for the local one. */
  readonly publicUrl: string | null;
  readonly keyFor: (endpointUrl: string) => string;
  readonly exchange: Port;
  /** Whether the exchange accepts loopback addresses. */
  readonly isLocal: boolean;
  readonly say: (line: string) => void;
}

const CHECK_TIMEOUT_MS = 60_000;
/** In tokens: when nobody says the context window of a model. */
const DEFAULT_CONTEXT = 131_072;
const DEFAULT_SLOTS = 4;
const BETWEEN_LOOKS_MS = 1_000;
/** Besides those when a request begins or ends. */
const DECISIONS_PER_OFFER = 12;

export async function sell(seller: Seller, signal: AbortSignal): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const trusted = new TrustedKeys(new Client(seller.exchange), [publicKey]);
  await trusted.load();
  const status = openStatusLine(seller.say);
  let selling: Selling | null = null;
  let endpoint: string | null = null;
  const upstream = new Upstream(seller.upstream);
  const proxy = new Proxy({
    upstream,
    trusted,
    onChange: () => void selling?.decide(),
    prove: (challenge) => {
      const isOurs = [null, challenge.seller_id].includes(trusted.sellerId);
      return endpoint !== null && isOurs ? proofOf(seller.keyFor(endpoint), challenge) : null;
    },
    say: (line) => status.say(line),
  });
  try {
    const url = await listen(proxy, seller);
    endpoint = url;
    trusted.sellerId = await knownId(url, seller);
    status.say(`endpoint ${url}, in front of ${seller.upstream.url}`);
    const signer = new Signer(privateKey.export({ format: 'der', type: 'pkcs8' }));
    await requireAnswer(upstream);
    await check(url, seller, signer, status);
    const said = await describe(upstream);
    const declaration = declared(seller, said);
    if (saysSomething(declaration)) {
      status.say(`declares ${declarationText(declaration)}${by(said)}`);
    }
    const { client, sellerId } = await register(url, seller, declaration);
    trusted.sellerId = sellerId;
    const contextTokens = declaration.context_window ?? (await knownContext(seller));
    const terms = { ...seller.terms, slots: slotsOf(seller, said), contextTokens };
    proxy.slots = terms.slots;
    selling = new Selling(
      client,
      terms,
      () => proxy,
      (line) => status.say(line),
    );
    status.say(
      `sells ${seller.terms.model} at ${seller.terms.price} USD per 1M tokens; Ctrl-C ends it`,
    );
    await keepSelling(selling, proxy, terms, status, signal);
  } finally {
    status.close();
    proxy.server.closeAllConnections();
    proxy.server.close();
  }
}

async function keepSelling(
  selling: Selling,
  proxy: Proxy,
  terms: Terms,
  status: StatusLine,
  signal: AbortSignal,
): Promise<void> {
  let reported = summary(selling);
  let decidedAtMs = -Infinity;
  while (!signal.aborted) {
    if (Date.now() - decidedAtMs >= (terms.offerSeconds * 1_000) / DECISIONS_PER_OFFER) {
      decidedAtMs = Date.now();
      await selling.decide();
    }
    await selling.countEarnings().catch(() => undefined); // the next look counts them
    const busy = terms.slots - proxy.freeSlots;
    const earned = summary(selling);
    status.show(
      `${earned}, ${busy} of ${terms.slots} slots busy, offers ${selling.offered} tokens`,
    );
    if (earned !== reported) status.sayUnlessLive(earned);
    reported = earned;
    await delay(BETWEEN_LOOKS_MS, null, { signal }).catch(() => undefined);
  }
  status.say('withdrawing the offers; requests in progress end first');
  proxy.stopTaking(); // no free slot from here on: a decision under way offers nothing
  await selling.decide();
  await selling.withdraw().catch((err: unknown) => status.say(`not withdrawn: ${String(err)}`));
  await proxy.close();
  await selling.countEarnings().catch(() => undefined);
  status.say(summary(selling));
}

function summary({ earned, tokensSold }: Selling): string {
  return `earned ${earned} USD with ${tokensSold} tokens`;
}

async function listen({ server }: Proxy, { host, port, publicUrl }: Seller): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening').catch((err: NodeJS.ErrnoException) => {
    throw new CommandError(`Port ${port} cannot be used (${err.code}).`, {
      remedy: 'Choose another one with --port.',
    });
  });
  return publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/**
 * Loading its model may take as long as a check. Its own words are shown, before the check finds that
 * nothing of the answer is right.
 */
async function requireAnswer(upstream: Upstream): Promise<void> {
  const trouble = await upstream.probe(CHECK_TIMEOUT_MS);
  if (trouble === null) return;
  const { said, remedy } = trouble;
  const message = `The server at ${upstream.address.url} does not answer a chat: ${said}.`;
  throw new CommandError(message, {
    exit: 'failed',
    code: 'upstream_failed',
    ...(remedy === null ? {} : { remedy }),
  });
}

/** Before anything is offered: a seller that fails loses its standing. */
async function check(
  url: string,
  seller: Seller,
  signer: Signer,
  status: StatusLine,
): Promise<void> {
  const endpoint = { url, model: seller.terms.model, signer, timeoutMs: CHECK_TIMEOUT_MS };
  const checks = await checkFromHere(endpoint, seller.isLocal);
  const failed = checks.filter((one) => one.status === 'fail');
  if (failed.length === 0)
    return status.say(`checked: ${checks.map((one) => one.check).join(', ')}`);
  throw new CommandError(`The endpoint is not ready to sell.\n${checksTable(checks)}`, {
    exit: 'failed',
    code: 'endpoint_not_ready',
    body: { code: 'endpoint_not_ready', message: 'The endpoint is not ready to sell.', checks },
  });
}

/** Of an earlier run, whose offers may still be asked for; null for a new seller. */
async function knownId(url: string, { keyFor, exchange }: Seller): Promise<string | null> {
  const client = new Client({ ...exchange, headers: { 'x-seller-api-key': keyFor(url) } });
  try {
    const profile = (await client.call('GET', '/seller/v1/profile')) as { seller_id: string };
    return profile.seller_id;
  } catch (err) {
    if (err instanceof CommandError && err.code === 'unauthorized') return null;
    throw err;
  }
}

/** What its server says, but for what the person says. */
function declared({ contextTokens, terms }: Seller, said: SelfDescription): Declaration {
  return declarationOf(terms.model, {
    ...said,
    contextTokens: contextTokens ?? said.contextTokens,
  });
}

function by({ server }: SelfDescription): string {
  return server === null ? '' : ` (as ${server} says)`;
}

function slotsOf({ slots }: Seller, said: SelfDescription): number {
  return slots ?? said.slots ?? DEFAULT_SLOTS;
}

/** What the exchange's catalog knows of the instrument. */
async function knownContext({ exchange, terms }: Seller): Promise<number> {
  const path = `/v1/models/${segment(terms.model)}`;
  const known = await new Client(exchange).call('GET', path).catch((err: unknown) => {
    if (err instanceof CommandError && err.code === 'not_found') return null;
    throw err;
  });
  return (known as { context_window: number | null } | null)?.context_window ?? DEFAULT_CONTEXT;
}

/** The same endpoint and key keep the seller; name, model and region are replaced. */
async function register(
  url: string,
  { name, terms, keyFor, exchange }: Seller,
  declaration: Declaration,
): Promise<{ client: Client; sellerId: string }> {
  const key = keyFor(url);
  const { seller_id: sellerId } = (await new Client(exchange).call('POST', '/seller/v1/register', {
    name,
    endpoint_url: url,
    api_key: key,
    supported_models: [terms.model],
    regions: [terms.region],
    models: saysSomething(declaration) ? [declaration] : null,
  })) as { seller_id: string };
  const client = new Client({ ...exchange, headers: { 'x-seller-api-key': key } });
  return { client, sellerId };
}
