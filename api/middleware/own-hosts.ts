/**
 * Which host names a port answers while it listens on loopback. A page of any site can make its own
 * name resolve to 127.0.0.1, and its browser then takes this port for a part of that site: the page
 * reads what needs no credential.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { withoutTrailing } from '../../domain/trailing';
import { canParseUrl } from '../../domain/can-parse-url';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** What load balancers ask. */
export const HEALTH_PATHS = ['/livez', '/readyz', '/health'] as const;

/** Load balancers and verifiers ask for these by any name; they say nothing to protect. */
export const ANY_HOST = [...HEALTH_PATHS, '/.well-known/jwks.json'] as const;

type HostSettings = Pick<
  Settings,
  'ALLOWED_HOSTS' | 'ALLOWED_ORIGINS' | 'PUBLIC_URL' | 'BUYER_HOST' | 'SELLER_HOST' | 'MARKET_HOST'
>;

export class OwnHosts {
  /** Null when the port is reached from elsewhere: then its names are those of the network. */
  private readonly names: ReadonlySet<string> | null;

  /** @param address that the port listens on */
  constructor(settings: HostSettings, address: string) {
    const { PUBLIC_URL, BUYER_HOST, SELLER_HOST, MARKET_HOST } = settings;
    const urls = [PUBLIC_URL, ...listed(settings.ALLOWED_ORIGINS)];
    const hosts = [BUYER_HOST, SELLER_HOST, MARKET_HOST, ...listed(settings.ALLOWED_HOSTS)];
    const ofUrls = urls.map((url) => (url && canParseUrl(url) ? new URL(url).host : undefined));
    const known = [...LOOPBACK, address, ...hosts, ...ofUrls].filter((name) => name !== undefined);
    this.names = isLoopback(address) ? new Set(known.map(nameOf)) : null;
  }

  /** @throws Failure unless the port answers that name. Without a name it is no browser. */
  require({ headers: { host } }: IncomingMessage): void {
    if (this.names === null || host === undefined || this.names.has(nameOf(host))) return;
    throw fail('misdirected_request');
  }
}

export function requireOwnHost(settings: HostSettings, address: string): RequestHandler {
  const hosts = new OwnHosts(settings, address);
  const isForAll = new Set<string>(ANY_HOST);
  return function ownHost(req, _res, next) {
    if (!isForAll.has(req.path)) hosts.require(req);
    next();
  };
}

/** @throws Failure for a request that a proxy and a gateway may understand as for different hosts */
export function refuseSecondHost({ rawHeaders, headers, url = '' }: IncomingMessage): void {
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (names.length > 1) throw fail('invalid_request', { message: 'There are two Host headers.' });
  const target = ABSOLUTE.exec(url)?.[1];
  if (target === undefined || target.toLowerCase() === headers.host?.toLowerCase()) return;
  throw fail('invalid_request', { message: 'The target of the request is of another host.' });
}

/** A target with a host, as a client sends it to a proxy. */
const ABSOLUTE = /^[a-z]+:\/\/([^/?#]*)/i;

function listed(list: string | undefined): string[] {
  return list?.split(',').map((name) => name.trim()) ?? [];
}

/** Without port and trailing dot, in lower case. */
function nameOf(host: string): string {
  return withoutTrailing(host.toLowerCase().replace(/:\d*$/, ''), '.');
}

export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
