/** Whether the name of an endpoint has public addresses only. */
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isPublicAddress } from '../../domain/endpoint-url';
import type { Registration } from '../../domain/registration';

/**
 * Bounds the wait for an unresponsive name server, which would delay the endpoint's next
 * registration.
 */
const LOOKUP_MS = 3_000;

/** Resolves all addresses of a name; rejects when it has none. */
export type NameLookup = (host: string) => Promise<readonly { readonly address: string }[]>;

/**
 * Accepts a name that does not resolve; dispatch checks it. Every resolved address must be public.
 */
export async function resolvesPublicly(
  { endpointUrl, local }: Pick<Registration, 'endpointUrl' | 'local'>,
  lookup: NameLookup,
): Promise<boolean> {
  const host = new URL(endpointUrl).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return true; // URL parsing already checked literal addresses
  const answers = await Promise.race([
    lookup(host).catch(() => []),
    delay(LOOKUP_MS, [], { ref: false }),
  ]);
  return answers.every(({ address }) => isPublicAddress(address) || (local && isLoopback(address)));
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}
