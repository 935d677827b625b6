/** Numbers of tokens as people type them. */
import { isDecimal, shiftDecimal } from './decimal';

const MULTIPLES: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6, b: 9, t: 12 };
const LARGEST = 2n ** 63n - 1n;

/** `5 M`, `1,000,000` or `2.5k` as whole tokens; null if it is not a quantity. */
export function tokensIn(text: string): string | null {
  const compact = text.replaceAll(/[\s,_\u202f]/g, '').toLowerCase();
  const [, number = '', unit = ''] = /^([\d.]+)([kmbt]?)$/.exec(compact) ?? [];
  if (!isDecimal(number)) return null;
  const tokens = shiftDecimal(number, MULTIPLES[unit] ?? 0);
  return /^\d+$/.test(tokens) && BigInt(tokens) > 0n && BigInt(tokens) <= LARGEST ? tokens : null;
}
