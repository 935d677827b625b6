/** Tenors: spot, or capacity delivered in a window that starts at the next boundary. */
import { fail } from './errors';

export const TENORS = ['spot', '1h', '1d', '7d', '30d'] as const;
export type Tenor = (typeof TENORS)[number];

/** @throws Failure `invalid_tenor` */
export function parseTenor(text: string | undefined, param = 'tenor'): Tenor {
  if (text === undefined) return 'spot';
  const tenor = TENORS.find((known) => known === text);
  if (!tenor)
    throw fail('invalid_tenor', { param, message: `${param} must be one of ${TENORS.join(', ')}` });
  return tenor;
}
