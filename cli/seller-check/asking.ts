/** Asks an endpoint from this machine. */
import { lookup } from 'node:dns/promises';
import { type Check, checkEndpoint } from '../../domain/endpoint-check/checks';
import {
  type Outcome,
  type QuestionRequest,
  requestOf,
} from '../../domain/endpoint-check/question';
import { isPublicAddress } from '../../domain/endpoint-url';
import type { Signer } from '../../domain/signing';
import { reasonOf } from '../client';

export interface Endpoint {
  readonly url: string;
  readonly model: string;
  /** Null without a key of the exchange: requests are unsigned then. */
  readonly signer: Pick<Signer, 'headers'> | null;
  readonly timeoutMs: number;
}

/** @param local whether the exchange accepts loopback addresses, as on one machine */
export function checkFromHere(endpoint: Endpoint, local: boolean): Promise<Check[]> {
  const { url, signer, timeoutMs } = endpoint;
  return checkEndpoint({
    url,
    local,
    isSigned: signer !== null,
    ask: (question) => send(requestOf(endpoint, signer, question), timeoutMs),
    notPublic,
  });
}

async function send({ url, headers, body }: QuestionRequest, timeoutMs: number): Promise<Outcome> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal });
    const contentType = answer.headers.get('content-type') ?? '';
    return { status: answer.status, contentType, text: await answer.text() };
  } catch (err) {
    const isLate = err instanceof Error && err.name === 'TimeoutError';
    return { failure: isLate ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(err) };
  }
}

/** A name that does not resolve has no address. */
async function notPublic(hostname: string): Promise<string | null> {
  const found = await lookup(hostname, { all: true }).catch(() => []);
  const inner = found.map(({ address }) => address).filter((one) => !isPublicAddress(one));
  return inner.length > 0 ? `${hostname} is ${inner.join(', ')}` : null;
}
