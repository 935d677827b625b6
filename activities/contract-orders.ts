/**
 * The activities of a contract order (exchange/orders/order-work.ts). Lots of an order with very many
 * fills have activities of their own, so that placing the order does not wait for them.
 */
import type {
  ContractOrder,
  OpenedOrder,
  OrderEnding,
  OrderStanding,
} from '../domain/contract-orders';
import { type CapacityFillText, fillFromText, isCapacityFillText } from '../domain/fill';
import type { CapacityDeps } from '../exchange/contracts/fill-recorder';
import { OrderWork } from '../exchange/orders/order-work';

/** Lots whose workflows one activity starts; a cancellation waits for it. */
const LOTS_PER_STEP = 100;

export interface ContractOrderActivities {
  openOrder(order: ContractOrder): Promise<OpenedOrder>;
  workOrder(order: ContractOrder): Promise<OrderStanding>;
  /** @returns `again` when a voided fill requires `workOrder` */
  recordFills(
    order: ContractOrder,
    fills: readonly CapacityFillText[],
  ): Promise<OrderStanding & { readonly again: boolean }>;
  /** @returns null when the order was never opened */
  endOrder(
    order: ContractOrder,
    status: OrderEnding,
    reason: string,
  ): Promise<OrderStanding | null>;
  /** @returns whether more lots wait */
  beginLots(order: ContractOrder): Promise<boolean>;
}

export function createContractOrderActivities(deps: CapacityDeps): ContractOrderActivities {
  const work = (order: ContractOrder) => new OrderWork(deps, order);
  return {
    openOrder: (order) => work(order).open(),
    workOrder: (order) => work(order).meetBook(),
    // What an earlier release accepted unchecked is left out: the book and the records state the fills.
    recordFills: (order, fills) =>
      work(order).record(fills.filter(isCapacityFillText).map(fillFromText)),
    endOrder: (order, status, reason) => work(order).end(status, reason),
    beginLots: ({ contractId }) => deps.lotWorkflows.begin(contractId, LOTS_PER_STEP),
  };
}
