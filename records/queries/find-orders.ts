/**
 * Orders of all accounts, chats and contract orders together, for the operator. Open orders are few
 * and have their own index; a seller's orders are found through its fills; the others are scanned
 * within bounds.
 */
import type { mongo } from 'mongoose';
import { CONTRACT_ORDER_STATUSES, type ContractOrderStatus } from '../../domain/contract-orders';
import { isUuidV7, lowestUuidV7At, timeOfUuidV7 } from '../../domain/ids';
import {
  type FoundById,
  type PageReader,
  SCANNED_PER_PAGE,
  type Sorting,
  beyond,
  isBefore,
  pagesOf,
  searchById,
} from './bounded-search';
import { type PastSources, pastFills, pastOrders } from '../archive/past';
import type { Records } from '../connect';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { OrderDocument } from '../documents/order';

export const ORDER_KINDS = ['chat', 'capacity'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

const CHAT_STATUSES = ['open', 'filled', 'refused'] as const satisfies OrderDocument['status'][];
export const ORDER_STATUSES = [...new Set([...CHAT_STATUSES, ...CONTRACT_ORDER_STATUSES])];
export type OrderStatus = OrderDocument['status'] | ContractOrderStatus;

export interface OrderQuery {
  readonly kind: OrderKind | undefined;
  readonly status: OrderStatus | undefined;
  readonly accountId: string | undefined;
  readonly sellerId: string | undefined;
  readonly modelId: string | undefined;
  readonly requestId?: string | undefined;
  /** Only orders created before. */
  readonly before: Date | null;
  readonly sorting: Sorting;
  readonly behindId: string | null;
}

export type FoundOrder =
  | { readonly kind: 'chat'; readonly order: OrderDocument }
  | { readonly kind: 'capacity'; readonly order: ContractOrderDocument };

export interface FoundOrders {
  readonly orders: readonly FoundOrder[];
  /** The next page starts behind it; null at the end. */
  readonly nextId: string | null;
}

type Sources = PastSources & Pick<Records, 'contractOrders'>;
type AnyOrder = OrderDocument | ContractOrderDocument;

/** A caller that makes ids of the same kind may have another clock. */
const AROUND_REQUEST_MS = 10 * 60_000;

/** The index of open orders. */
const OPEN_HINT = { updatedAt: 1 } as const;
/** The prompt is not read. */
const WITHOUT_BID = { projection: { bid: 0 } } as const;

export async function findOrders(
  records: Sources,
  query: OrderQuery,
  limit: number,
): Promise<FoundOrders> {
  if (query.sellerId !== undefined)
    return findOrdersOfSeller(records, query, query.sellerId, limit);
  const [chats, capacity] = await Promise.all([
    find(chatPages(records, query), 'chat', query, limit + 1),
    find(capacityPages(records, query), 'capacity', query, limit + 1),
  ]);
  const { sorting } = query;
  const horizonId = nearest(sorting, chats.searchedToId, capacity.searchedToId);
  const found = [...named('chat', chats.items), ...named('capacity', capacity.items)]
    .filter(({ order: { _id } }) => horizonId === null || !isBefore(sorting, horizonId, _id))
    .sort((one, other) => (isBefore(sorting, one.order._id, other.order._id) ? -1 : 1));
  const orders = found.slice(0, limit);
  const hasMore = found.length > orders.length;
  return { orders, nextId: hasMore ? (orders.at(-1)?.order._id ?? null) : horizonId };
}

async function find<Document extends AnyOrder>(
  pages: PageReader<Document>,
  kind: OrderKind,
  query: OrderQuery,
  count: number,
): Promise<FoundById<Document>> {
  if (!mayHave(kind, query)) return { items: [], searchedToId: null };
  const { accountId, modelId, requestId, status, behindId, sorting } = query;
  const account = accountId === undefined ? {} : { accountId };
  const created = createdIn(query);
  const model = {
    ...(modelId === undefined ? {} : { modelId }),
    ...(requestId === undefined ? {} : { requestId }),
  };
  if (status === 'open') {
    const indexed = { status, ...account, ...model, ...created } as mongo.Filter<Document>;
    return searchById(pages, { indexed, rest: {}, behindId, sorting }, count);
  }
  const indexed = { ...account, ...created } as mongo.Filter<Document>;
  const rest = { ...model, ...(status === undefined ? {} : { status }) } as mongo.Filter<Document>;
  return searchById(pages, { indexed, rest, behindId, sorting }, count);
}

/** An open order is in no archive. */
function chatPages(records: Sources, { status }: OrderQuery) {
  if (status === 'open') return pagesOf(records.orders, { ...WITHOUT_BID, hint: OPEN_HINT });
  return pastOrders(records).pages(WITHOUT_BID.projection);
}

function capacityPages({ contractOrders }: Sources, { status }: OrderQuery) {
  return pagesOf(contractOrders, status === 'open' ? { hint: OPEN_HINT } : {});
}

/** In the order of its fills: an order with fills of several sellers is found for each of them. */
async function findOrdersOfSeller(
  records: Sources,
  query: OrderQuery,
  sellerId: string,
  limit: number,
): Promise<FoundOrders> {
  const { behindId, sorting } = query;
  // Without another filter an order is left out only if a newer fill of it is on the page.
  const isFiltered = query.kind !== undefined || query.before !== null;
  const hasFilter = isFiltered || Object.keys(equalTo(query)).length > 0;
  const scanned = hasFilter ? SCANNED_PER_PAGE : Math.min(2 * limit, SCANNED_PER_PAGE);
  const fills = await pastFills(records).page({
    filter: {
      sellerId,
      ...(behindId === null ? {} : { _id: beyond(sorting, behindId) }),
    },
    sorting,
    limit: scanned,
    projection: { orderId: 1 },
  });
  const ids = fills.map(({ orderId }) => orderId);
  const filter = { ...equalTo(query), _id: { $in: ids } };
  const [chats, capacity] = await Promise.all([
    mayHave('chat', query) ? pastOrders(records).byIds(ids, WITHOUT_BID.projection) : [],
    mayHave('capacity', query)
      ? records.contractOrders.find(filter as mongo.Filter<ContractOrderDocument>).toArray()
      : [],
  ]);
  const isMeant = (order: OrderDocument) =>
    Object.entries(equalTo(query)).every(([field, value]) => Reflect.get(order, field) === value);
  const all = [...named('chat', chats.filter(isMeant)), ...named('capacity', capacity)];
  const byId = new Map(all.map((found) => [found.order._id, found]));
  const page = new Map<string, FoundOrder>();
  for (const { _id: fillId, orderId } of fills) {
    const found = byId.get(orderId);
    if (!found || !isOlder(found, query)) continue;
    page.set(orderId, found);
    if (page.size === limit) return { orders: [...page.values()], nextId: fillId };
  }
  const isEnd = fills.length < scanned;
  return { orders: [...page.values()], nextId: isEnd ? null : (fills.at(-1)?._id ?? null) };
}

/** A request id that the exchange made holds the time of the request, which its orders follow. */
function createdIn({ before, requestId }: OrderQuery) {
  const requestedMs = requestId && isUuidV7(requestId) ? timeOfUuidV7(requestId) : null;
  const fromMs = requestedMs === null ? 0 : requestedMs - AROUND_REQUEST_MS;
  const toMs = requestedMs === null ? Infinity : requestedMs + AROUND_REQUEST_MS;
  const endMs = Math.min(toMs, before?.getTime() ?? Infinity);
  const range = {
    ...(fromMs > 0 ? { $gte: lowestUuidV7At(fromMs) } : {}),
    ...(endMs < Infinity ? { $lt: lowestUuidV7At(endMs) } : {}),
  };
  return Object.keys(range).length === 0 ? {} : { _id: range };
}

function equalTo({ accountId, modelId, requestId, status }: OrderQuery) {
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(accountId === undefined ? {} : { accountId }),
    ...(modelId === undefined ? {} : { modelId }),
    ...(status === undefined ? {} : { status }),
  };
}

function isOlder({ order }: FoundOrder, { before }: OrderQuery): boolean {
  return before === null || order.createdAt < before;
}

/** Whether the collection can have such orders at all. */
function mayHave(kind: OrderKind, query: OrderQuery): boolean {
  if (query.kind !== undefined && query.kind !== kind) return false;
  const statuses: readonly string[] = kind === 'chat' ? CHAT_STATUSES : CONTRACT_ORDER_STATUSES;
  return query.status === undefined || statuses.includes(query.status);
}

function named(kind: OrderKind, orders: readonly AnyOrder[]): FoundOrder[] {
  return orders.map((order) => ({ kind, order }) as FoundOrder);
}

/** Where the first of two searches stopped. */
function nearest(sorting: Sorting, one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return isBefore(sorting, one, other) ? one : other;
}
