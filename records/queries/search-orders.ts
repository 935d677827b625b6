/**
 * A buyer's contract orders, newest first. An id is found by its index. Filters without an index (a
 * region, a part of an id or an instrument) scan a limited number of orders per page, so that the
 * cost of a search does not grow with the account's history.
 */
import type { mongo } from 'mongoose';
import { CONTRACT_ORDER_STATUSES } from '../../domain/contract-orders';
import { isUuid } from '../../domain/ids';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { ReadCollection } from '../mongodb/read-collection';

/** Orders scanned for one page. */
export const ORDERS_SEARCHED = 1_000;

export interface OrderSearch {
  readonly accountId: string;
  readonly modelId: string | undefined;
  readonly region: ContractOrderDocument['region'] | undefined;
  readonly status: ContractOrderDocument['status'] | 'partially_filled' | undefined;
  /** An order id, a ticket id, or a part of one of them or of an instrument; '' for any. */
  readonly text: string;
  /** Only orders older than this one. */
  readonly behindId: string | null;
}

export interface FoundOrders {
  readonly orders: ContractOrderDocument[];
  /** The search has covered orders down to this one; null when it has covered all. */
  readonly searchedToId: string | null;
}

type Orders = ReadCollection<ContractOrderDocument>;
type Filter = mongo.Filter<ContractOrderDocument>;

export async function searchOrders(
  orders: Orders,
  search: OrderSearch,
  count: number,
): Promise<FoundOrders> {
  const isId = isUuid(search.text);
  const indexed: Filter = isId
    ? { $or: ofId(search, search.text) }
    : {
        ...ofIndex(search),
        ...(search.behindId === null ? {} : { _id: { $lt: search.behindId } }),
      };
  const unindexed = unindexedPart(search);
  const isIndexed = isId || Object.keys(unindexed).length === 0;
  const searchedToId = isIndexed ? null : await lastSearched(orders, indexed);
  const within = searchedToId === null ? {} : { $and: [{ _id: { $gte: searchedToId } }] };
  const found = await orders
    .find({ ...indexed, ...within, ...unindexed })
    .sort({ _id: -1 })
    .limit(count)
    .toArray();
  return { orders: found, searchedToId };
}

/** At most two orders. */
function ofId({ accountId, behindId }: OrderSearch, id: string): Filter[] {
  const behind = behindId === null ? {} : { $lt: behindId };
  return [
    { accountId, _id: { $eq: id, ...behind } },
    { accountId, ticketId: id, ...(behindId === null ? {} : { _id: behind }) },
  ];
}

/** Each has an index in the order of ids. */
function ofIndex({ accountId, modelId, status }: OrderSearch): Filter {
  const recorded = status === 'partially_filled' ? 'open' : status;
  if (modelId === undefined)
    return { accountId, ...(recorded === undefined ? {} : { status: recorded }) };
  return { accountId, modelId, status: recorded ?? { $in: [...CONTRACT_ORDER_STATUSES] } };
}

function unindexedPart({ text, modelId, region, status }: OrderSearch): Filter {
  const isId = isUuid(text);
  return {
    ...(region === undefined ? {} : { region }),
    ...(isId && modelId !== undefined ? { modelId } : {}),
    ...(isId && status !== undefined
      ? { status: status === 'partially_filled' ? 'open' : status }
      : {}),
    ...(status === 'open' ? { filledTokens: 0 } : {}),
    ...(status === 'partially_filled' ? { filledTokens: { $gt: 0 } } : {}),
    ...(isId || text === '' ? {} : { $expr: { $or: ['$_id', '$ticketId', '$modelId'].map(has) } }),
  } as Filter;

  /** A literal match: no character has a special meaning. */
  function has(field: string) {
    return { $gte: [{ $indexOfCP: [field, { $literal: text }] }, 0] };
  }
}

/** The oldest order that one page scans; null when it scans all remaining ones. */
async function lastSearched(orders: Orders, indexed: Filter): Promise<string | null> {
  const [last, next] = await orders
    .find(indexed, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .skip(ORDERS_SEARCHED - 1)
    .limit(2)
    .toArray();
  return last && next ? last._id : null;
}
