/** The surfaces that have a description, and the addresses at which they are served. */
import type { Surface } from '../context';
import { withoutTrailing } from '../../domain/trailing';

/** The surfaces of the public port. The operator's surface is described on its own port only. */
export const DESCRIBED = ['buyer', 'seller', 'market'] as const;
export type DescribedSurface = (typeof DESCRIBED)[number];

/** The default address of the exchange, without `PUBLIC_URL`. */
const DEFAULT_URL = 'http://127.0.0.1:8080';
const OPERATOR_URL = 'http://127.0.0.1:8081';

/** @param publicUrl the base of the server's address */
export function addressOf(surface: Surface, publicUrl = DEFAULT_URL): string {
  return surface === 'operator' ? OPERATOR_URL : `${withoutTrailing(publicUrl, '/')}/${surface}`;
}
