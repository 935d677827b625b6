import { FREE_TERMS, type KeyTerms } from '../../domain/buyer-keys';
import type { BuyerKeyDocument } from '../../records/buyer-key';

export function keyTermsOf(key: BuyerKeyDocument): KeyTerms {
  return {
    kind: key.kind ?? FREE_TERMS.kind,
    isCapped: key.limitScale8 != null,
    models: key.models ?? null,
    regions: key.regions ?? null,
    maxPriceScale8: key.maxPriceScale8?.toString() ?? null,
    expiresAtMs: key.expiresAt?.getTime() ?? null,
  };
}
