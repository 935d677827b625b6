/**
 * Which browser origins may connect (DATA-5). A client without an Origin header is not a browser
 * and may connect.
 */
import ipaddr from 'ipaddr.js';
import type { Settings } from '../config/settings';
import { canParseUrl } from '../domain/can-parse-url';

type OriginSettings = Pick<
  Settings,
  | 'ALLOWED_ORIGINS'
  | 'PUBLIC_URL'
  | 'BIND_ADDRESS'
  | 'BUYER_HOST'
  | 'SELLER_HOST'
  | 'MARKET_HOST'
  | 'local'
>;

export class Origins {
  private readonly approved: ReadonlySet<string>;
  private readonly approvesLoopback: boolean;

  /** @param port of the gateway */
  constructor(settings: OriginSettings, port: number) {
    const given = settings.ALLOWED_ORIGINS?.split(',').map((origin) => origin.trim());
    this.approved = new Set(given ?? ownOrigins(settings, port));
    this.approvesLoopback = given === undefined && settings.local;
  }

  approves(origin: string | undefined): boolean {
    if (origin === undefined || this.approved.has(origin)) return true;
    return this.approvesLoopback && isLoopback(origin);
  }
}

function ownOrigins(settings: OriginSettings, port: number): string[] {
  const { PUBLIC_URL, BIND_ADDRESS, BUYER_HOST, SELLER_HOST, MARKET_HOST } = settings;
  const hosts = [BUYER_HOST, SELLER_HOST, MARKET_HOST].filter((host) => host !== undefined);
  const urls = [
    PUBLIC_URL ?? `http://${BIND_ADDRESS}:${port}`,
    ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`, `http://${host}:${port}`]),
  ];
  return urls.filter((url) => canParseUrl(url)).map((url) => new URL(url).origin);
}

function isLoopback(origin: string): boolean {
  if (!canParseUrl(origin)) return false;
  const url = new URL(origin);
  // A browser sends scheme, host and port only.
  if (url.origin !== origin) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}
