/**
 * The client's address: the remote end of the connection or, when that is one of our proxies
 * (`TRUSTED_PROXIES`), the last address in `X-Forwarded-For` that is not a proxy. Earlier addresses
 * can be forged.
 */
import type { IncomingMessage } from 'node:http';
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

/** For an upgrade; express computes `req.ip` of other requests in the same way. */
export function clientAddressOf(req: IncomingMessage, isProxy: IsProxy): string | undefined {
  const forwarded = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = req.socket.remoteAddress;
  while (address !== undefined && isProxy(address)) {
    const next = forwarded.pop()?.trim();
    if (!next) break;
    address = next;
  }
  return address;
}
