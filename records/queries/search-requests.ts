/**
 * A buyer's chat requests, newest first. Their ids contain their times, so that a period is a range
 * of one index. Other filters search a limited number of requests per page: the cost of a page does
 * not grow with the account's history.
 */
import type { mongo } from 'mongoose';
import { lowestUuidV7At } from '../../domain/ids';
import type { OrderDocument } from '../documents/order';
import { type PastSources, pastOrders } from '../archive/past';

/** Requests searched for one page. */
export const REQUESTS_SEARCHED = 1_000;

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

export interface FoundRequests {
  readonly requests: OrderDocument[];
  /** The search has covered requests down to this one; null when it has covered all. */
  readonly searchedToId: string | null;
}

const NEWEST = { sorting: 'newest' } as const;
type Filter = mongo.Filter<OrderDocument>;

export async function searchRequests(
  records: PastSources,
  search: RequestSearch,
  count: number,
): Promise<FoundRequests> {
  const { accountId, modelId, status, requestId } = search;
  const range = rangeOf(search);
  const unindexed: Filter = {
    ...(modelId === undefined ? {} : { modelId }),
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
  };
  const isIndexed = Object.keys(unindexed).length === 0;
  const searchedToId = isIndexed ? null : await lastSearched(records, accountId, range);
  const within = searchedToId === null ? range : { ...range, $gte: searchedToId };
  const requests = await pastOrders(records).page({
    filter: {
      accountId,
      _id: within,
      ...unindexed,
    },
    ...NEWEST,
    limit: count,
    projection: { bid: 0 },
  });
  return { requests, searchedToId };
}

interface IdRange {
  readonly $gte: string;
  readonly $lt?: string;
}

function rangeOf({ from, to, behindId }: RequestSearch): IdRange {
  const ends = [behindId, to ? lowestUuidV7At(to.getTime()) : null].flatMap((id) => id ?? []);
  const [end] = ends.sort();
  return {
    $gte: from ? lowestUuidV7At(from.getTime()) : '',
    ...(end === undefined ? {} : { $lt: end }),
  };
}

/** The oldest request that one page searches; null when it searches all remaining ones. */
async function lastSearched(
  records: PastSources,
  accountId: string,
  range: IdRange,
): Promise<string | null> {
  const searched = await pastOrders(records).page({
    filter: {
      accountId,
      _id: range,
    },
    ...NEWEST,
    limit: REQUESTS_SEARCHED + 1,
    projection: { _id: 1 },
  });
  return searched.length > REQUESTS_SEARCHED ? searched[REQUESTS_SEARCHED - 1]!._id : null;
}
