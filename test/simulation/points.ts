/**
 * The places on the path of a chat where a process can die, or an answer of a server can be lost. A
 * simulation for each of them (simulation.test.ts) fails when the place is no longer reached.
 */
import type { Fault, PointFault } from './scheduler';

const CRASHES: readonly Fault[] = ['crash before', 'crash after'];
const ALL: readonly Fault[] = [...CRASHES, 'refused', 'lost answer'];

const POINTS: readonly (readonly [effect: string, faults: readonly Fault[]])[] = [
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
const LATER_POINTS: readonly (readonly [effect: string, faults: readonly Fault[]])[] = [
  ['records.ledger.markAttempt', ALL],
  ['temporal.start chatOrder', ALL],
  ['records.ledger.releaseFill', ALL],
  ['records.ledger.refuseOrder', ALL],
];

const pointsOf = (points: typeof POINTS): PointFault[] =>
  points.flatMap(([effect, faults]) => faults.map((fault) => ({ effect, fault })));

export const FIRST_POINTS = pointsOf(POINTS);
export const FAILURE_POINTS = pointsOf(LATER_POINTS);
