/** Which surface a host name serves at its root: `BUYER_HOST`, `SELLER_HOST`, `MARKET_HOST`. */
import type { Settings } from '../config/settings';
import { DESCRIBED, type DescribedSurface } from './openapi/surfaces';

const SETTING_OF = { buyer: 'BUYER_HOST', seller: 'SELLER_HOST', market: 'MARKET_HOST' } as const;

export type SurfaceHosts = Pick<Settings, (typeof SETTING_OF)[DescribedSurface]>;

/** In lower case; undefined when the surface has no host name of its own. */
export function hostOf(surface: DescribedSurface, hosts: SurfaceHosts): string | undefined {
  return hosts[SETTING_OF[surface]]?.toLowerCase();
}

/** @param host the header of a request, with or without a port */
export function surfaceOfHost(
  host: string | undefined,
  hosts: SurfaceHosts,
): DescribedSurface | null {
  const name = host?.replace(/:\d+$/, '').toLowerCase();
  if (name === undefined) return null;
  return DESCRIBED.find((surface) => hostOf(surface, hosts) === name) ?? null;
}
