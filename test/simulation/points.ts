/**
 * The places on the paths of chats, orders, keys and relays where a process can die, or an answer of a server can be
 * lost. A simulation for each of them (simulation.test.ts) fails when the place is no longer reached.
 */
import type { Fault, PointFault } from './faults';

const CRASHES: readonly Fault[] = ['crash before', 'crash after'];
const ALL: readonly Fault[] = [...CRASHES, 'refused', 'lost answer'];

type Points = readonly (readonly [effect: string, faults: readonly Fault[]])[];

const POINTS: Points = [
  ['records.idempotencyMemory.begin', ALL],
  ['redis.FCALL reserve', ALL],
  ['records.ledger.reserveFill', ALL],
  ['seller honest asked', CRASHES],
  ['seller honest answers', CRASHES],
  ['records.ledger.settleFill', ALL],
  ['redis.answerAppend', ALL],
  ['redis.FCALL release', ALL],
  ['temporal.start orderBatch', ALL],
];

/** At a seller whose answer is lost: the order goes on in a workflow of its own. */
const LATER_POINTS: Points = [
  ['records.ledger.markAttempt', ALL],
  ['temporal.start chatOrder', ALL],
  ['records.ledger.releaseFill', ALL],
  ['records.ledger.refuseOrder', ALL],
];

/** In a stream, whose chunks the buyer has before the channel in Redis has them. */
const STREAMED_POINTS: Points = [
  ['seller honest answers', CRASHES],
  ['seller honest goes on', CRASHES],
  ['redis.answerAppend', ALL],
  ['records.ledger.settleFill', ALL],
];

/** At a seller that loses its connection within a stream. */
const CUT_POINTS: Points = [
  ['seller breaking goes on', CRASHES],
  ['records.ledger.fills.noteEnd', ALL],
  ['records.ledger.settleFill', ALL],
];

/** Of requests that draw on capacity which was bought ahead, until its window ends. */
const DRAWN_POINTS: Points = [
  ['records.ledger.capacity.reserveDraw', ALL],
  ['seller honest answers', CRASHES],
  ['records.ledger.settleFill', ALL],
  ['records.ledger.capacity.closeLot', ALL],
];

/** At a seller that owes the capacity, and whose answers are lost: it defaults. */
const DEFAULT_POINTS: Points = [
  ['records.ledger.defaultLot', ALL],
  ['records.ledger.refuseOrder', ALL],
];

/** Of orders for capacity, which fill what is offered at once and later, and are cancelled. */
const ORDERED_POINTS: Points = [
  ['temporal.executeUpdateWithStart contractOrder', ALL],
  ['records.ledger.capacity.open', ALL],
  ['redis.FCALL bid', ALL],
  ['records.ledger.capacity.placed', ALL],
  ['records.ledger.capacity.fill', ALL],
  ['temporal.start deliveryLot', ALL],
  ['temporal.orderPlaced told', ALL],
  ['records.ledger.asks.offer', ALL],
  ['redis.FCALL place', ALL],
  ['temporal.executeUpdate cancelOrder', ALL],
  ['redis.FCALL cancel', ALL],
  ['records.ledger.capacity.close', ALL],
];

/** Of relays, under asks that expire and orders that rest. */
const RELAYED_POINTS: Points = [
  ['redis.FCALL lease_hold', ALL],
  ['redis.xread', ALL],
  ['redis.xrangeBuffer', ALL],
  ['redis.FCALL work', ALL],
  ['records.asks.watch.tryNext', ALL],
  ['records.trades.watch.tryNext', ALL],
  ['bus.publish trade', ALL],
  ['bus.publish depth', ALL],
  ['records.followers.updateOne', ALL],
  ['redis.FCALL expire', ALL],
  ['records.ledger.expireAsk', ALL],
  ['temporal.signalWithStart contractOrder', ALL],
  ['records.books.updateOne', ALL],
];

/** Of the operator's decisions: a halt, its end, and a change of an owner. */
const DECIDED_POINTS: Points = [
  ['records.books.findOneAndUpdate', ALL],
  ['redis.FCALL halt', ALL],
  ['redis.FCALL resume', ALL],
  ['records.accounts.findOneAndUpdate', ALL],
  ['records.contractOrders.updateMany', ALL],
  ['redis.FCALL invalidate', ALL],
];

/** Of registrations and rotations, two or three at once, and of a revocation. */
const CHANGED_KEYS: Points = [
  ['temporal.executeUpdateWithStart seller', ALL],
  ['records.sellers.updateOne', ALL],
  ['records.transaction', ALL],
  ['temporal.register told', ALL],
  ['records.buyerKeys.updateOne', ALL],
  ['records.accounts.updateOne', ALL],
];

/** What else can happen to a call, by its server. */
const OTHERS: readonly (readonly [calls: RegExp, faults: readonly Fault[]])[] = [
  [/^(records|redis|temporal|bus)\./, ['delay', 'zombie']],
  [/^(redis|temporal|bus)\.(?!\w+ told)/, ['duplicate']],
  [/^redis\.FCALL/, ['rollback']],
  [/^records\./, ['outage']],
];

const othersAt = (effect: string): Fault[] =>
  OTHERS.flatMap(([calls, faults]) => (calls.test(effect) ? faults : []));

const pointsOf = (points: Points, by?: string): PointFault[] =>
  points.flatMap(([effect, faults]) =>
    [...faults, ...othersAt(effect)].map((fault) => ({
      effect,
      fault,
      ...(by === undefined ? {} : { by }),
    })),
  );

export const FIRST_POINTS = pointsOf(POINTS);
export const FAILURE_POINTS = pointsOf(LATER_POINTS);
export const STREAM_POINTS = pointsOf(STREAMED_POINTS);
export const CUT_STREAM_POINTS = pointsOf(CUT_POINTS);
export const DRAW_POINTS = pointsOf(DRAWN_POINTS);
export const DEFAULTED_POINTS = pointsOf(DEFAULT_POINTS);
export const ORDER_POINTS = pointsOf(ORDERED_POINTS);
export const DECISION_POINTS = pointsOf(DECIDED_POINTS, 'gateway');
export const KEY_POINTS = pointsOf(CHANGED_KEYS);
export const RELAY_POINTS = pointsOf(RELAYED_POINTS, 'relay');
