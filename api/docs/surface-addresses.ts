/**
 * Where a form finds the routes of a surface, from the host name at which its page was opened: every
 * host serves the pages, but the host of one surface does not serve the routes of the others.
 */
import type { Surface } from '../context';
import { DESCRIBED, addressOf } from '../openapi/surfaces';
import { type SurfaceHosts, hostOf, surfaceOfHost } from '../surface-hosts';
import { canParseUrl } from '../../domain/can-parse-url';

export class SurfaceAddresses {
  constructor(
    private readonly hosts: SurfaceHosts,
    private readonly publicUrl?: string,
  ) {}

  /**
   * @param host the header of the request
   * @returns what precedes the paths of the surface: a path of this host, or the address of another;
   *   null when no address is known
   */
  of(surface: Surface, host: string | undefined): string | null {
    if (surface === 'operator') return '';
    const here = surfaceOfHost(host, this.hosts);
    if (here === null) return `/${surface}`;
    if (here === surface) return '';
    const there = hostOf(surface, this.hosts);
    // With the scheme and the port of the request.
    if (there !== undefined) return `//${there}${/:\d+$/.exec(host ?? '')?.[0] ?? ''}`;
    return this.publicUrl === undefined ? null : addressOf(surface, this.publicUrl);
  }

  /** The other origins that forms lead to, as a policy names them. */
  others(host: string | undefined): string[] {
    const addresses = DESCRIBED.map((surface) => this.of(surface, host) ?? '');
    const origins = addresses.flatMap((address) => {
      if (address.startsWith('//')) return [address.slice(2)];
      return canParseUrl(address) ? [new URL(address).origin] : [];
    });
    return [...new Set(origins)];
  }
}
