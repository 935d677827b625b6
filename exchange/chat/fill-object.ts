/** The `fill` object beside an answer (CHAT-3). */
import type { MatchedFill } from '../../domain/chat';
import { costScale8, formatPrice, formatScale8, fractionOfList } from '../../domain/money';

export interface FillObject {
  readonly fill_price: string;
  readonly list_price: string;
  readonly vs_list: number;
  readonly venue_class: string;
  readonly fill_id: string;
  readonly tokens: number;
  readonly cost: string;
  readonly region: string;
  readonly unit: 'per_1m_tokens';
  readonly sticky?: boolean;
  readonly contract_id?: string;
}

/** @param usedTokens the tokens that the buyer pays for */
export function fillObject(fill: MatchedFill, usedTokens: number): FillObject {
  const price = BigInt(fill.priceScale8);
  const list = BigInt(fill.listPriceScale8);
  return {
    fill_price: formatPrice(price, 'perMillion'),
    list_price: formatPrice(list, 'perMillion'),
    vs_list: fractionOfList(price, list),
    venue_class: fill.venueClass,
    fill_id: fill.fillId,
    tokens: usedTokens,
    cost: formatScale8(costScale8(price, usedTokens)),
    region: fill.region,
    unit: 'per_1m_tokens',
    ...(fill.sticky === undefined ? {} : { sticky: fill.sticky }),
    ...(fill.drawnOn ? { contract_id: fill.drawnOn.contractId } : {}),
  };
}
