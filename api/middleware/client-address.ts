/**
 * The client's address: the remote end of the connection or, when that is one of our proxies
 * (`TRUSTED_PROXIES`), the last address in `X-Forwarded-For` that is not a proxy. Earlier addresses
 * can be forged.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';

export type IsProxy = (address: string) => boolean;

/** @param proxies addresses or ranges */
export function proxiesIn(proxies: readonly string[]): IsProxy {
  const ranges = proxies.map((text) =>
    ipaddr.isValidCIDR(text)
      ? ipaddr.parseCIDR(text)
      : ipaddr.parseCIDR(`${text}/${ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128}`),
  );
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([network, bits]) => {
      return network.kind() === parsed.kind() && parsed.match([network, bits] as never);
    });
  };
}

/** As some load balancers write it: with a port, and an IPv6 address in brackets. */
function plainAddress(text: string): string {
  const [, bracketed, ipv4] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  return bracketed ?? ipv4 ?? text.trim();
}

function forwardedFor({ headers }: IncomingMessage): string[] {
  const written = [headers['x-forwarded-for'] ?? []].flat().join(',');
  return written === '' ? [] : written.split(',').map(plainAddress);
}

/**
 * Writes the header for express, which knows plain addresses only.
 * @param onUnreadable receives the first address of our proxies that is none: all clients behind
 *   them count as one
 */
export function readForwardedFor(
  isProxy: IsProxy,
  onUnreadable: (address: string) => void,
): RequestHandler {
  let isSaid = false;
  return function readAddresses(req, _res, next) {
    const addresses = forwardedFor(req);
    const last = addresses.at(-1);
    if (last !== undefined) {
      req.headers['x-forwarded-for'] = addresses.join(',');
      const isUnreadable = !ipaddr.isValid(last) && isProxy(req.socket.remoteAddress ?? '');
      if (isUnreadable && !isSaid) onUnreadable(last);
      isSaid ||= isUnreadable;
    }
    next();
  };
}

/** For an upgrade; express computes `req.ip` of other requests in the same way. */
export function clientAddressOf(req: IncomingMessage, isProxy: IsProxy): string | undefined {
  const forwarded = forwardedFor(req);
  let address = req.socket.remoteAddress;
  while (address !== undefined && isProxy(address)) {
    const next = forwarded.pop();
    if (!next) break;
    address = next;
  }
  return address;
}
