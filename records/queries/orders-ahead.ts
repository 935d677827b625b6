/** The resting contract orders that a seller's tokens reach before an order: better price, then time. */
import type { ContractOrderDocument } from '../documents/contract-order';
import type { ReadCollection } from '../mongodb/read-collection';

/** Counting stops here. */
export const AHEAD_MAX = 10_000;

export interface Ahead {
  readonly orders: number;
  readonly tokens: number;
}

/** @returns null for an order that does not rest in a book */
export async function ordersAhead(
  contractOrders: ReadCollection<ContractOrderDocument>,
  { status, modelId, tenor, region, limitPriceScale8, openTokens, sequence }: ContractOrderDocument,
): Promise<Ahead | null> {
  if (status !== 'open' || openTokens === 0 || sequence === null) return null;
  const [ahead] = await contractOrders
    .aggregate<Ahead>([
      {
        $match: {
          status: 'open',
          tenor,
          modelId,
          openTokens: { $gt: 0 },
          // Those of another region take no token that this one could have.
          ...(region === null ? {} : { region: { $in: [null, region] } }),
          $or: [
            { limitPriceScale8: { $gt: limitPriceScale8 }, sequence: { $ne: null } },
            { limitPriceScale8, sequence: { $lt: sequence } },
          ],
        },
      },
      { $limit: AHEAD_MAX },
      {
        $group: {
          _id: null,
          orders: { $sum: { $toDouble: 1 } },
          tokens: { $sum: { $toDouble: '$openTokens' } },
        },
      },
      { $project: { _id: 0 } },
    ])
    .toArray();
  return ahead ?? { orders: 0, tokens: 0 };
}
