/** The paths that are upgraded, resolved like the routes of the surfaces (api/app.ts). */
import type { IncomingMessage } from 'node:http';
import type { Surface } from '../context';
import { type SurfaceHosts, surfaceOfHost } from '../surface-hosts';

export type StreamPath = 'orderbook' | 'socket.io';

const ORDER_BOOK = /^\/v1\/orderbook\/?$/i;
const BENEATH_GATEWAY = /^\/market(\/.*)$/i;
const SOCKET_IO = /^\/socket\.io\/?$/;

export function streamPathOf(
  pathname: string,
  host: string | undefined,
  hosts: SurfaceHosts,
): StreamPath | null {
  if (SOCKET_IO.test(pathname)) return 'socket.io';
  const surface = surfaceOfHost(host, hosts);
  if (surface !== null) {
    return surface === 'market' && ORDER_BOOK.test(pathname) ? 'orderbook' : null;
  }
  const [, path = ''] = BENEATH_GATEWAY.exec(pathname) ?? [];
  return ORDER_BOOK.test(path) ? 'orderbook' : null;
}

/** Determines the shape of a refusal; the stream's own shape outside of the surfaces. */
export function surfaceOf(req: IncomingMessage, hosts: SurfaceHosts): Surface {
  const surface = surfaceOfHost(req.headers.host, hosts);
  if (surface !== null) return surface;
  return /^\/buyer(\/|$)/i.test(req.url ?? '') ? 'buyer' : 'market';
}
