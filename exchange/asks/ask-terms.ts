/** The terms of an ask, and their validation. */
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { parseScale8 } from '../../domain/money';
import { checkLeastNotional, checkNotional } from '../../domain/quantities';
import type { Region } from '../../domain/regions';
import type { Tenor } from '../../domain/tenors';
import type { SellerDocument } from '../../records/documents/seller';

export interface AskLimits {
  /** Limit of a seller's active asks. */
  readonly activePerSeller: number;
  /** The limit before the first settled fill, for all sellers of one owner together. */
  readonly beforeFirstFill: number;
  /** Minimum of price x capacity / 1,000. */
  readonly leastNotionalScale8: bigint;
}

export function askLimitsOf(settings: Settings): AskLimits {
  return {
    activePerSeller: settings.activeAsksPerSeller,
    beforeFirstFill: settings.asksBeforeFirstFill,
    leastNotionalScale8: parseScale8(settings.MIN_ASK_NOTIONAL) ?? 0n,
  };
}

export interface AskTerms {
  readonly seller: SellerDocument;
  readonly surface: 'market' | 'seller';
  readonly modelId: string;
  readonly tenor: Tenor;
  readonly region: Region | null;
  /** Per 1,000 tokens. */
  readonly priceScale8: bigint;
  readonly capacityTokens: number;
  readonly validForSeconds: number;
  /** The surface's names of the fields, for error messages. */
  readonly names: { readonly model: string; readonly quantity: string };
}

/** @throws Failure `seller_suspended`, `seller_banned` */
export function checkStanding({ standing }: SellerDocument): void {
  if (standing === 'Suspended') throw fail('seller_suspended');
  if (standing === 'Banned') throw fail('seller_banned');
}

/**
 * @returns the region of the ask
 * @throws Failure `invalid_model`, `invalid_region`, `invalid_quantity`
 */
export function checkTerms(terms: AskTerms, { leastNotionalScale8 }: AskLimits): Region {
  const { seller, modelId, names, region: requested } = terms;
  if (!seller.supportedModels.includes(modelId)) {
    throw fail('invalid_model', {
      param: names.model,
      message: `${modelId} is not among the supported models of this seller.`,
    });
  }
  const registered = seller.regions as Region[];
  if (requested && registered.length > 0 && !registered.includes(requested)) {
    throw fail('invalid_region', {
      param: 'region',
      message: `region must be one of those registered: ${registered.join(', ')}.`,
    });
  }
  const { priceScale8, capacityTokens } = terms;
  checkNotional(priceScale8, capacityTokens, names.quantity);
  checkLeastNotional(priceScale8, capacityTokens, leastNotionalScale8, names.quantity);
  return requested ?? registered[0] ?? 'global';
}
