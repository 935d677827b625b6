/**
 * The activities of a batch of orders (workflows/order-batch.ts). The gateway does the work; these
 * activities find it done or wait for it. Repetition finds the same.
 */
import { Context } from '@temporalio/activity';
import { setMaxListeners } from 'node:events';
import type { DispatchResult } from '../domain/chat';
import type {
  RecordedDispatch,
  RecordedEnd,
  RecordedMatch,
  RecordedOrder,
} from '../domain/order-batch';
import type { OrderRunner } from '../exchange/chat/order-runner';
import { recordedEnds, recordedMatches } from '../exchange/takeover/recorded-orders';
import type { TakenUpOrders } from '../exchange/takeover/taken-up-orders';
import type { ExchangeDeps } from '../exchange/deps';
import { endingReason, startHeartbeat } from './heartbeat';

export interface WatchAttempts {
  readonly orderIds: readonly string[];
  /** How long the attempts are watched. */
  readonly watchedMs: number;
  readonly heartbeatMs: number;
}

export interface ContinueOrders {
  readonly orderIds: readonly string[];
  /** Task queue of the gateway that may still work on the orders. */
  readonly taskQueue: string | null;
}

export interface OrderBatchActivities {
  /** The fills that were reserved for the orders. */
  recordMatches(orders: readonly RecordedOrder[]): Promise<{ readonly fills: RecordedMatch[] }>;
  /** Waits for the attempts of this process. Runs on the gateway's own task queue. */
  watchAttempts(input: WatchAttempts): Promise<RecordedDispatch>;
  /** The states of the orders in the records. */
  recordEnds(orderIds: readonly string[]): Promise<{ readonly orders: RecordedEnd[] }>;
  /** @returns the orders that now have workflows of their own */
  continueOrders(input: ContinueOrders): Promise<string[]>;
}

/** Names in batches that 0.2.0 has started. */
export interface OlderBatchActivities {
  matchOrders: OrderBatchActivities['recordMatches'];
  dispatchOrders: OrderBatchActivities['watchAttempts'];
  settleOrders: OrderBatchActivities['recordEnds'];
}

export interface FollowAttempt {
  readonly orderId: string;
  readonly fillId: string;
  readonly heartbeatMs: number;
}

export interface AttemptActivities {
  /**
   * The result of the attempt that this process makes; `lost` when it makes none. Runs on the
   * gateway's own task queue.
   */
  followAttempt(input: FollowAttempt): Promise<DispatchResult | { readonly kind: 'lost' }>;
}

/** Activities for any worker of the orders queue. */
export function createOrderBatchActivities(
  { records }: Pick<ExchangeDeps, 'records'>,
  takenUp: TakenUpOrders,
): Omit<OrderBatchActivities & OlderBatchActivities, 'watchAttempts' | 'dispatchOrders'> {
  const recordMatches = async (orders: readonly RecordedOrder[]) => ({
    fills: await recordedMatches(records, orders),
  });
  const recordEnds = async (orderIds: readonly string[]) => ({
    orders: await recordedEnds(records, orderIds),
  });
  return {
    recordMatches,
    matchOrders: recordMatches,
    recordEnds,
    settleOrders: recordEnds,

    async continueOrders({ orderIds, taskQueue }) {
      const endHeartbeat = startHeartbeat(1_000);
      try {
        return await takenUp.continueAll(orderIds, taskQueue);
      } finally {
        endHeartbeat();
      }
    },
  };
}

/** Activities for the gateway's own task queue. */
export function createAttemptActivities(
  runner: OrderRunner,
): AttemptActivities &
  Pick<OrderBatchActivities & OlderBatchActivities, 'watchAttempts' | 'dispatchOrders'> {
  /** Cancelling the activity ends the attempts of its orders. */
  async function watched<Result>(
    orderIds: readonly string[],
    heartbeatMs: number,
    wait: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const context = Context.current();
    const { cancellationSignal } = context;
    const onCancel = () => {
      if (endingReason(context) !== 'cancelled') return;
      for (const orderId of orderIds) runner.cancel(orderId);
    };
    const endHeartbeat = startHeartbeat(heartbeatMs / 4);
    cancellationSignal.addEventListener('abort', onCancel, { once: true });
    try {
      return await wait(cancellationSignal);
    } finally {
      cancellationSignal.removeEventListener('abort', onCancel);
      endHeartbeat();
    }
  }

  const watchAttempts = ({ orderIds, watchedMs, heartbeatMs }: WatchAttempts) =>
    watched(orderIds, heartbeatMs, async () => {
      const signal = AbortSignal.timeout(watchedMs);
      setMaxListeners(0, signal); // one listener for each order
      const ended = await Promise.all(orderIds.map((orderId) => runner.ended(orderId, signal)));
      const underWay = orderIds.filter((_, at) => !ended[at]);
      return { done: orderIds.length - underWay.length, underWay };
    });

  return {
    watchAttempts,
    dispatchOrders: watchAttempts,

    followAttempt: ({ orderId, fillId, heartbeatMs }) =>
      watched([orderId], heartbeatMs, () => runner.follow(orderId, fillId)),
  };
}
