/** Asks an endpoint from this machine. */
import { lookup } from 'node:dns/promises';
import { type Check, checkEndpoint } from '../../domain/endpoint-check/checks';
import { type QuestionRequest, requestOf } from '../../domain/endpoint-check/question';
import { isPublicAddress } from '../../domain/endpoint-url';
import type { Signer } from '../../domain/signing';
import { reasonOf } from '../client';
import { type Capability, type Timed, capabilitiesOf } from './capabilities';

export interface Endpoint {
  readonly url: string;
  readonly model: string;
  /** Null without a key of the exchange: requests are unsigned then. */
  readonly signer: Pick<Signer, 'headers'> | null;
  /** The key of the server, if it wants one. */
  readonly key?: string | undefined;
  readonly timeoutMs: number;
}

/** @param local whether the exchange accepts loopback addresses, as on one machine */
export function checkFromHere(endpoint: Endpoint, local: boolean): Promise<Check[]> {
  const { url, signer } = endpoint;
  return checkEndpoint({
    url,
    local,
    isSigned: signer !== null,
    ask: async (question) => (await send(requestOf(endpoint, signer, question), endpoint)).outcome,
    notPublic,
  });
}

/** What it can do beyond a plain chat; asked of an endpoint that answers. */
export function capabilitiesFromHere(endpoint: Endpoint): Promise<Capability[]> {
  return capabilitiesOf((members, idempotencyKey) =>
    send(requestOf(endpoint, endpoint.signer, { members, idempotencyKey }), endpoint),
  );
}

async function send(
  { url, headers, body }: QuestionRequest,
  { key, timeoutMs }: Endpoint,
): Promise<Timed> {
  let silenceMs = 0;
  let heardAtMs = performance.now();
  const hear = () => {
    silenceMs = Math.max(silenceMs, performance.now() - heardAtMs);
    heardAtMs = performance.now();
  };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: {
        ...headers,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    hear();
    const parts: Uint8Array[] = [];
    for await (const part of answer.body ?? []) {
      parts.push(part as Uint8Array);
      hear();
    }
    const contentType = answer.headers.get('content-type') ?? '';
    const text = Buffer.concat(parts).toString();
    return { outcome: { status: answer.status, contentType, text }, silenceMs };
  } catch (err) {
    hear();
    const isLate = err instanceof Error && err.name === 'TimeoutError';
    const failure = isLate ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(err);
    return { outcome: { failure }, silenceMs };
  }
}

/** A name that does not resolve has no address. */
async function notPublic(hostname: string): Promise<string | null> {
  const found = await lookup(hostname, { all: true }).catch(() => []);
  const inner = found.map(({ address }) => address).filter((one) => !isPublicAddress(one));
  return inner.length > 0 ? `${hostname} is ${inner.join(', ')}` : null;
}
