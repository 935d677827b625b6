/**
 * A buyer's contract orders, newest first. An id is found by its index. Filters without an index (a
 * region, a part of an id or an instrument) scan a limited number of orders per page.
 */
import type { mongo } from 'mongoose';
import { CONTRACT_ORDER_STATUSES } from '../../domain/contract-orders';
import { isUuid } from '../../domain/ids';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { ReadCollection } from '../mongodb/read-collection';
import { contains, type FoundById, pagesOf, searchById } from './bounded-search';

const TEXTS = ['_id', 'ticketId', 'modelId'];

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

type Filter = mongo.Filter<ContractOrderDocument>;

export function searchOrders(
  orders: ReadCollection<ContractOrderDocument>,
  search: OrderSearch,
  count: number,
): Promise<FoundById<ContractOrderDocument>> {
  const { accountId, text, behindId } = search;
  // At most two orders.
  const ofId: Filter = {
    $or: [
      { accountId, _id: text },
      { accountId, ticketId: text },
    ],
  };
  const indexed = isUuid(text) ? ofId : ofIndex(search);
  const rest = unindexedPart(search);
  return searchById(pagesOf(orders), { indexed, rest, behindId, sorting: 'newest' }, count);
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
    ...(isId || text === '' ? {} : { $expr: { $or: TEXTS.map((field) => contains(field, text)) } }),
  } as Filter;
}
