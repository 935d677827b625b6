/**
 * Records fills of a contract order atomically: each takes its quantity from its ask, moves its
 * cost from the order's hold into escrow (the price improvement becomes available again), creates a
 * lot under the contract and records the trade. Once per fill.
 */
import { bookName } from '../../domain/instruments';
import { holdAmountScale8 } from '../../domain/money';
import type { AskDocument } from '../documents/ask';
import type { BalanceDocument } from '../documents/balance';
import type { BookDocument } from '../documents/book';
import { asDouble, type Collections } from '../collections';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { FillDocument } from '../documents/fill';
import {
  type CapacityParts,
  type CapacityRefusal,
  type NewCapacityFill,
  capacityCostScale8,
  capacityRefusal,
  costRestScale11,
  capacityWrites,
  hasBegun,
  lotFee,
  windowOf,
} from './capacity-fill';
import type { FeeSchedule } from '../../domain/fees';
import { fillCountOf } from '../../domain/contract-orders';
import { availableScale8, readBatch } from './reads';
import { orderEvent } from '../webhooks/events';
import { insert, type Step, type Transaction, type Writes } from './writes';

export interface FillContractOrder {
  readonly orderId: string;
  readonly fills: readonly NewCapacityFill[];
  readonly fees: FeeSchedule;
}

export type FillContractOrderResult =
  | {
      readonly status: 'recorded';
      /** The order after the fills. */
      readonly order: ContractOrderDocument;
    }
  /** One of the fills was refused, so none was recorded. */
  | { readonly status: 'refused'; readonly fillId: string; readonly reason: CapacityRefusal };

interface Read {
  readonly contractOrders: Map<string, ContractOrderDocument>;
  readonly fills: Map<string, FillDocument>;
  readonly asks: Map<string, AskDocument>;
  readonly books: Map<string, BookDocument>;
  readonly balances: Map<string, BalanceDocument>;
}

/** @param clock the time by MongoDB's clock, which decides on windows */
export function fillContractOrder(
  collections: Collections,
  clock: () => Promise<Date>,
): Transaction<FillContractOrder, FillContractOrderResult> {
  return {
    async plan(requests) {
      const [read, now] = await Promise.all([readAll(collections, requests), clock()]);
      return requests.map((request) => planOne(read, request, now));
    },
  };
}

function planOne(read: Read, request: FillContractOrder, now: Date): Step<FillContractOrderResult> {
  const order = read.contractOrders.get(request.orderId);
  if (!order) throw new Error(`Contract order ${request.orderId} not found`);
  const known = (fill: NewCapacityFill) => read.fills.get(fill.fillId);
  const tombstone = request.fills.find((fill) => known(fill)?.status === 'abandoned');
  if (tombstone) return refused(tombstone, 'abandoned');
  const fresh = request.fills.filter((fill) => !known(fill));
  if (fresh.length === 0) return { kind: 'answer', answer: { status: 'recorded', order } };
  if (order.status !== 'open') return refused(fresh[0]!, 'order_closed');
  const book = read.books.get(bookName(order));
  for (const fill of fresh) {
    const reason = capacityRefusal(read.asks.get(fill.askId), book, order, fill);
    if (reason) return refused(fill, reason);
    if (hasBegun(order.tenor, windowOf(order, fill, now), now))
      return refused(fill, 'window_begun');
  }
  const tokens = fresh.reduce((sum, { quantityTokens }) => sum + quantityTokens, 0);
  if (tokens > order.openTokens) return refused(fresh.at(-1)!, 'order_closed');
  return writeAll(read, order, { ...request, fills: fresh }, now);
}

function refused(fill: NewCapacityFill, reason: CapacityRefusal): Step<FillContractOrderResult> {
  return { kind: 'answer', answer: { status: 'refused', fillId: fill.fillId, reason } };
}

function writeAll(
  read: Read,
  order: ContractOrderDocument,
  { fills, fees }: FillContractOrder,
  now: Date,
): Step<FillContractOrderResult> {
  const heldFor = (tokens: number) => holdAmountScale8(order.limitPriceScale8, tokens);
  let available = availableScale8(read.balances.get(order.accountId));
  let open = order.openTokens;
  const parts = fills.map((fill): CapacityParts => {
    const freedScale8 = heldFor(open) - heldFor(open - fill.quantityTokens);
    open -= fill.quantityTokens;
    // Rounded separately, a fill at the limit may cost one unit more than it frees; the unit is
    // waived for an account without it.
    const cost = capacityCostScale8(fill);
    const missing = cost > freedScale8 ? cost - freedScale8 : 0n;
    const isCovered = missing <= available;
    if (isCovered) available -= missing;
    const { sellerId, region } = read.asks.get(fill.askId)!;
    const ask = { sellerId, region };
    return {
      order,
      ask,
      fill,
      window: windowOf(order, fill, now),
      freedScale8,
      costScale8: isCovered ? cost : freedScale8,
      feeBasisPoints: lotFee(fees, { order, ask, fill }),
      now,
    };
  });
  const after = orderAfter(order, parts, now);
  const each = parts.map(capacityWrites);
  const all = <Name extends keyof ReturnType<typeof capacityWrites>>(name: Name) =>
    each.flatMap((writes) => (writes[name] ?? []) as never[]);
  return {
    kind: 'write',
    writes: {
      balances: all('balances'),
      asks: all('asks'),
      lots: all('lots'),
      fills: all('fills'),
      trades: all('trades'),
      journals: all('journals'),
      contractOrders: [orderUpdate(order, after)],
      contracts: [contractUpsert(order, parts)],
      webhookEvents: [...all('webhookEvents'), insert(orderEvent(after))],
      holds: [holdUpdate(order, parts, heldFor(after.openTokens), now)],
    },
    answer: { status: 'recorded', order: after },
  };
}

function orderAfter(
  order: ContractOrderDocument,
  parts: readonly CapacityParts[],
  now: Date,
): ContractOrderDocument {
  const tokens = parts.reduce((sum, { fill }) => sum + fill.quantityTokens, 0);
  const openTokens = order.openTokens - tokens;
  return {
    ...order,
    filledTokens: order.filledTokens + tokens,
    openTokens,
    costScale8: order.costScale8 + costOf(parts),
    costRestScale11: parts.reduce(
      (sum, part) => sum + costRestScale11(part),
      order.costRestScale11 ?? 0n,
    ),
    fillCount: Math.max(order.fillCount, ...parts.map(({ fill }) => fillCountOf(fill.fillId))),
    status: openTokens === 0 ? 'filled' : 'open',
    updatedAt: now,
  };
}

function orderUpdate(before: ContractOrderDocument, after: ContractOrderDocument) {
  const { _id, accountId, openTokens } = before;
  const {
    filledTokens,
    costScale8,
    costRestScale11: rest = 0n,
    fillCount,
    status,
    updatedAt,
  } = after;
  return {
    updateOne: {
      filter: { _id, accountId, status: 'open' as const, openTokens },
      update: {
        $set: {
          filledTokens: asDouble(filledTokens),
          openTokens: asDouble(after.openTokens),
          fillCount: asDouble(fillCount),
          costScale8,
          costRestScale11: rest,
          status,
          updatedAt,
        },
      },
    },
  };
}

/** The first fill creates the contract. */
function contractUpsert(order: ContractOrderDocument, parts: readonly CapacityParts[]) {
  const tokens = parts.reduce((sum, { fill }) => sum + fill.quantityTokens, 0);
  const { accountId, ticketId, modelId, tenor, region } = order;
  return {
    updateOne: {
      filter: { _id: order.contractId },
      update: {
        $inc: { quantityTokens: asDouble(tokens), costScale8: costOf(parts) },
        $min: { opensAt: new Date(Math.min(...parts.map(({ window }) => window.opensAtMs))) },
        $max: { endsAt: new Date(Math.max(...parts.map(({ window }) => window.endsAtMs))) },
        $setOnInsert: {
          accountId,
          orderId: order._id,
          ticketId,
          modelId,
          tenor,
          region,
          createdAt: parts[0]!.now,
        },
      },
      upsert: true,
    },
  };
}

function holdUpdate(
  order: ContractOrderDocument,
  parts: readonly CapacityParts[],
  openScale8: bigint,
  now: Date,
): NonNullable<Writes['holds']>[number] {
  const freed = parts.reduce((sum, { freedScale8 }) => sum + freedScale8, 0n);
  const captured = parts.reduce(
    (sum, { costScale8, freedScale8 }) =>
      sum + (costScale8 < freedScale8 ? costScale8 : freedScale8),
    0n,
  );
  return {
    updateOne: {
      filter: { _id: order._id, status: 'open', openScale8: openScale8 + freed },
      update: {
        $inc: { capturedScale8: captured, releasedScale8: freed - captured },
        $set: {
          openScale8,
          ...(openScale8 === 0n ? { status: 'captured', resolvedAt: now } : {}),
        },
      },
    },
  };
}

function costOf(parts: readonly CapacityParts[]): bigint {
  return parts.reduce((sum, { costScale8 }) => sum + costScale8, 0n);
}

async function readAll(
  collections: Collections,
  requests: readonly FillContractOrder[],
): Promise<Read> {
  const fills = requests.flatMap((request) => request.fills);
  const read = await readBatch(collections, {
    contractOrders: requests.map(({ orderId }) => orderId),
    fills: fills.map(({ fillId }) => fillId),
    asks: fills.map(({ askId }) => askId),
  });
  const orders = [...read.contractOrders.values()];
  const ofOrders = await readBatch(collections, {
    balances: orders.map(({ accountId }) => accountId),
    books: orders.map(bookName),
  });
  return { ...read, ...ofOrders };
}
