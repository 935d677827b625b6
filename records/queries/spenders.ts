/** Data for every paid request: the account and its balance, read together. */
import type { AccountDocument } from '../documents/account';
import type { BalanceDocument } from '../documents/balance';
import type { ReadCollections } from '../collections';
import { GatheredReads } from './gathered-reads';

export interface Spender extends AccountDocument {
  /** Null before the first deposit. */
  readonly balance: BalanceDocument | null;
}

type Found = AccountDocument & { readonly balances: readonly BalanceDocument[] };

export class Spenders {
  private readonly reads: GatheredReads<Spender>;

  constructor({ accounts, balances }: Pick<ReadCollections, 'accounts' | 'balances'>) {
    const joined = {
      from: balances.collectionName,
      localField: '_id',
      foreignField: '_id',
      as: 'balances',
    };
    this.reads = new GatheredReads(async (ids) => {
      const found = accounts.aggregate<Found>([
        { $match: { _id: { $in: ids } } },
        { $lookup: joined },
      ]);
      return (await found.toArray()).map(({ balances: [balance = null], ...account }) => ({
        ...account,
        balance,
      }));
    });
  }

  /** Null when the account does not exist. */
  find(accountId: string): Promise<Spender | null> {
    return this.reads.read(accountId);
  }
}
