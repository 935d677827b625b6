/** Who may hear of an account: the holder of a buyer's or a seller's key. */
import { FREE_TERMS, isExpired, isLimited } from '../../domain/buyer-keys';
import type { Records } from '../../records/connect';
import { hashKey } from '../../domain/key-hash';
import type { BuyerKeys } from '../middleware/buyer-keys';
import type { AccountAuth, AccountHolder } from './account-rooms';

export function accountHolders(
  { sellers }: Pick<Records, 'sellers'>,
  buyerKeys: BuyerKeys,
  pepper: string,
): (auth: AccountAuth) => Promise<AccountHolder | null> {
  return async ({ key, seller_key: sellerKey }) => {
    if (key !== undefined) {
      const buyer = await buyerKeys.holderOf(key);
      const { terms = FREE_TERMS } = buyer ?? {};
      if (isLimited(terms) || isExpired(terms, Date.now())) return null;
      return buyer && { keyId: buyer.keyId, participant: `account:${buyer.accountId}` };
    }
    if (sellerKey === undefined) return null;
    const apiKeyHash = hashKey(pepper, sellerKey);
    const seller = await sellers.findOne({ apiKeyHash }, { projection: { _id: 1 } });
    return seller && { keyId: seller._id, participant: `seller:${seller._id}` };
  };
}
