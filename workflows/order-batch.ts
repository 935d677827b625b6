/**
 * Orders that one gateway started at about the same time. The gateway matches, dispatches and
 * settles them; this workflow records that, watches the attempts, and continues every unfinished
 * order in a workflow of its own. No client waits for it.
 */
import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  log,
  patched,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { OlderBatchActivities, OrderBatchActivities } from '../activities/order-batch';
import { askedText } from '../domain/asked-sellers';
import type {
  OrderBatch,
  OrderBatchResult,
  RecordedDispatch,
  RecordedEnd,
  RecordedMatch,
} from '../domain/order-batch';
import { LOST_AFTER, quickRetry } from './attempts';
import { CurrentDetails, tableOf } from './current-details';
import { endedAs, noteFound } from './found-by';
import { link, linkTo } from './links';
import { MODEL, type Touched } from './search-attributes';

/** For batches that started before their input stated it. */
const WATCHED_MS = 10_000;
/** A gateway that does not start the task within this time is dead or stuck. */
const TAKEN_UP_WITHIN_MS = 2_000;

const ONLY_RECORDS =
  'A cancellation was requested. This workflow only records what a gateway does, so its orders were not cancelled. An order that continues in a workflow of its own is cancelled there.';

const recording = (summary: string) =>
  proxyLocalActivities<OrderBatchActivities & OlderBatchActivities>({
    startToCloseTimeout: '15s',
    retry: { ...quickRetry, maximumInterval: 5_000 },
    summary,
  });
const matching = recording('Record what each order reserved');
const ending = recording('Record how each order ended');

const { continueOrders } = proxyActivities<OrderBatchActivities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: LOST_AFTER,
  retry: { ...quickRetry, maximumInterval: 5_000 },
  summary: 'Continue unfinished orders in their own workflows',
});

export async function orderBatch(batch: OrderBatch): Promise<OrderBatchResult> {
  const details = new CurrentDetails([counted(batch)]);
  const { cancelRequested } = CancellationScope.current();
  return CancellationScope.nonCancellable(() => {
    const watching = new CancellationScope();
    // The gateway makes the attempts: a batch that stopped watching would end its history, not its chats.
    void cancelRequested.catch(() => {
      if (patched('batch-only-records')) details.noteNow(ONLY_RECORDS);
      else watching.cancel();
    });
    return watching.run(() => recordOrders(batch, details));
  });
}

async function recordOrders(batch: OrderBatch, details: CurrentDetails): Promise<OrderBatchResult> {
  const orderIds = batch.orders.map(({ orderId }) => orderId);
  const recordMatches = batch.namesDeeds ? matching.recordMatches : matching.matchOrders;
  const recordEnds = batch.namesDeeds ? ending.recordEnds : ending.settleOrders;
  const { fills: matches } = await recordMatches(batch.orders);
  details.now(matchedTable(matches));
  if (patched('batches-are-found')) noteMatched(matches);
  const watched = await watch(batch);
  const { orders: ends } = await recordEnds(orderIds);
  const open = ends.filter(({ status }) => status === 'open').map(({ orderId }) => orderId);
  const lost = watched === null ? open : [];
  const continued =
    open.length > 0 ? await continueOrders({ orderIds: open, taskQueue: batch.taskQueue }) : [];
  details.now(endTable(ends, lost));
  if (patched('batches-are-found')) {
    noteFound(askedBy(ends), ...endedAs(commonOf(ends.map(outcomeOf))));
  }
  const count = (status: RecordedEnd['status']) =>
    ends.filter((end) => end.status === status).length;
  const alone = ends.filter(({ status, workflowId }) => status === 'open' && workflowId);
  return {
    filled: count('filled'),
    refused: count('refused'),
    continued: [...new Set([...continued, ...alone.map(({ orderId }) => orderId)])],
  };
}

/** Null when the gateway that makes the attempts died. */
async function watch({
  taskQueue,
  orders,
  heartbeatMs,
  watchedMs = WATCHED_MS,
  namesDeeds,
}: OrderBatch): Promise<RecordedDispatch | null> {
  if (taskQueue === null) return null;
  const attempts = proxyActivities<OrderBatchActivities & OlderBatchActivities>({
    taskQueue,
    scheduleToStartTimeout: TAKEN_UP_WITHIN_MS,
    startToCloseTimeout: 2 * watchedMs,
    heartbeatTimeout: heartbeatMs,
    retry: { maximumAttempts: 1 },
    summary: `${counted({ orders })} at the sellers`,
  });
  try {
    return await attempts[namesDeeds ? 'watchAttempts' : 'dispatchOrders']({
      orderIds: orders.map(({ orderId }) => orderId),
      watchedMs,
      heartbeatMs,
    });
  } catch (err) {
    if (isCancellation(err) || !(err instanceof ActivityFailure)) throw err;
    log.warn('A gateway was lost', { taskQueue, error: String(err.cause) });
    return null;
  }
}

function noteMatched(matches: readonly RecordedMatch[]): void {
  const models = new Set(matches.map(({ modelId }) => modelId));
  const touched = {
    seller: matches.map(({ sellerId }) => sellerId),
    fill: matches.map(({ fillId }) => fillId),
  };
  noteFound(touched, ...(models.size === 1 ? [{ key: MODEL, value: [...models][0]! }] : []));
}

/** Those that were asked after the first one. */
function askedBy(ends: readonly RecordedEnd[]): Touched {
  const failed = ends.flatMap((end) => (end.failed ?? []).map(({ seller_id }) => seller_id));
  return {
    seller: [...ends.flatMap(({ sellerId }) => sellerId ?? []), ...failed],
    fill: ends.flatMap(({ fillId }) => fillId ?? []),
  };
}

function outcomeOf({ status, refusal }: RecordedEnd): string {
  return status === 'refused' ? (refusal ?? status) : status === 'open' ? 'continued' : status;
}

/** What all of them are, or `mixed`. */
function commonOf(outcomes: readonly string[]): string {
  return new Set(outcomes).size === 1 ? outcomes[0]! : 'mixed';
}

const counted = ({ orders }: Pick<OrderBatch, 'orders'>): string =>
  orders.length === 1 ? '1 order' : `${orders.length} orders`;

function matchedTable(matches: readonly RecordedMatch[]): string {
  const rows = matches.map(({ orderId, quantityTokens, sellerId, fillId }) => [
    link(orderId),
    `${quantityTokens}`,
    link(sellerId),
    fillId,
  ]);
  return tableOf(['Order', 'Tokens', 'Seller', 'Fill'], rows);
}

function endTable(ends: readonly RecordedEnd[], lost: readonly string[]): string {
  const rows = ends.map((end) => {
    const [what, ...why] = endOf(end, lost.includes(end.orderId));
    return [link(end.orderId), what, [...(end.failed ?? []).map(askedText), ...why].join('; ')];
  });
  return tableOf(['Order', 'How it ended', 'Why'], rows);
}

function endOf(end: RecordedEnd, isLost: boolean): readonly [string, ...string[]] {
  const { status, fillId, sellerId, usedTokens, refusal, workflowId, failed } = end;
  const by = sellerId === undefined ? '' : ` by seller ${link(sellerId)}`;
  if (status === 'filled') return [`**filled**${by}, ${usedTokens} tokens, fill ${fillId}`];
  if (status === 'refused') return ['**refused**', refusal ?? ''];
  const text = 'continues in its own workflow';
  const what = workflowId === undefined ? text : linkTo(text, workflowId);
  if (isLost) return [what, 'its gateway was lost'];
  return failed ? [what] : [what, 'it takes longer than this batch is watched'];
}
