import { FREE_TERMS, type KeyTerms } from '../../domain/buyer-keys';
import type { BuyerKeyDocument } from '../../records/documents/buyer-key';

/**
 * What a key may do that came with a text of this hash: one from before a rotation expires.
 * Null when the text is none of the key's.
 */
export function keyTermsOf(key: BuyerKeyDocument, hash: string): KeyTerms | null {
  const earlier = key.earlier?.find((one) => one.hash === hash);
  if (key.hash !== hash && !earlier) return null;
  const ends = [key.expiresAt?.getTime(), earlier?.until.getTime()];
  const given = ends.filter((end) => end !== undefined);
  return {
    kind: key.kind ?? FREE_TERMS.kind,
    isCapped: key.limitScale8 != null,
    models: key.models ?? null,
    regions: key.regions ?? null,
    maxPriceScale8: key.maxPriceScale8?.toString() ?? null,
    expiresAtMs: given.length > 0 ? Math.min(...given) : null,
  };
}
