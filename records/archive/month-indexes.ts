/** The indexes of the months of the archive: those of the queries that read it. */
import type { mongo } from 'mongoose';
import { whenSet } from '../schema';
import type { ArchivedName } from './months';

export const MONTH_INDEXES: Readonly<Record<ArchivedName, readonly mongo.IndexDescription[]>> = {
  orders: [{ key: { accountId: 1, _id: -1 } }],
  fills: [
    { key: { orderId: 1 } },
    { key: { sellerId: 1, _id: -1 } },
    { key: { lotId: 1, _id: -1 }, ...whenSet('lotId') },
  ],
  journals: [
    { key: { createdAt: 1, _id: 1 } },
    { key: { accountId: 1, createdAt: 1, _id: 1 } },
    { key: { sellerId: 1, createdAt: 1, _id: 1 } },
    { key: { orderId: 1, createdAt: 1 } },
  ],
  trades: [
    { key: { modelId: 1, tenor: 1, region: 1, executedAt: -1, _id: -1 } },
    { key: { sellerId: 1, executedAt: -1, _id: -1 } },
    {
      key: { accountId: 1, executedAt: 1, modelId: 1, grossScale8: 1, quantityTokens: 1 },
    },
  ],
  lots: [{ key: { contractId: 1, _id: 1 } }],
};
