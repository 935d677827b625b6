/** The addresses that the samples of a page name: those at which its reader reaches the exchange. */
import type { Request } from 'express';
import type { Settings } from '../../config/settings';
import { withoutTrailing } from '../../domain/trailing';
import { type SurfaceHosts, surfaceOfHost } from '../surface-hosts';

export type DocsPort = 'public' | 'operator';

export type AddressSettings = SurfaceHosts & Pick<Settings, 'PUBLIC_URL' | 'PORT' | 'ADMIN_PORT'>;

export interface Addresses {
  /** Of the port that serves the page. */
  readonly own: string;
  readonly public: string;
}

/** A name or an address, with or without a port: nothing else stands on a page. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export function addressesInUse(
  { headers: { host }, protocol }: Pick<Request, 'headers' | 'protocol'>,
  port: DocsPort,
  settings: AddressSettings,
): Addresses {
  const { PUBLIC_URL, PORT, ADMIN_PORT } = settings;
  // The host name of one surface does not serve the others.
  const isOfAll = host !== undefined && HOST.test(host) && surfaceOfHost(host, settings) === null;
  const here = isOfAll ? `${protocol}://${host}` : null;
  const known = PUBLIC_URL === undefined ? null : withoutTrailing(PUBLIC_URL, '/');
  const local = `http://127.0.0.1:${PORT}`;
  if (port === 'operator') {
    return { own: here ?? `http://127.0.0.1:${ADMIN_PORT}`, public: known ?? local };
  }
  const own = known ?? here ?? local;
  return { own, public: own };
}
