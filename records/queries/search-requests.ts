/**
 * A buyer's chat requests, newest first. Their ids contain their times, so that a period is a range
 * of one index. Other filters have none.
 */
import type { mongo } from 'mongoose';
import { lowestUuidV7At } from '../../domain/ids';
import { type PastSources, pastOrders } from '../archive/past';
import type { OrderDocument } from '../documents/order';
import { type FoundById, searchById } from './bounded-search';

export interface RequestSearch {
  readonly accountId: string;
  readonly modelId: string | undefined;
  readonly status: OrderDocument['status'] | undefined;
  readonly requestId: string | undefined;
  /** Inclusive. */
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly to: Date | undefined;
  /** Only requests older than this one. */
  readonly behindId: string | null;
}

export function searchRequests(
  records: PastSources,
  { accountId, modelId, status, requestId, from, to, behindId }: RequestSearch,
  count: number,
): Promise<FoundById<OrderDocument>> {
  const pages = pastOrders(records).pages({ bid: 0 });
  const period = {
    $gte: from ? lowestUuidV7At(from.getTime()) : '',
    ...(to && { $lt: lowestUuidV7At(to.getTime()) }),
  };
  const rest: mongo.Filter<OrderDocument> = {
    ...(modelId === undefined ? {} : { modelId }),
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
  };
  const indexed = { accountId, _id: period };
  return searchById(pages, { indexed, rest, behindId, sorting: 'newest' }, count);
}
