/** What the rows of the chat benchmark say beside each other. */
import { latencyRatio, rowOf, throughputRatio } from '../measure/ratios';
import { type Row, compare } from '../measure/rounds';
import type { Comparison, Goal } from '../report';
import { ROWS } from './rows';

/** One workflow per request: the goals are set against the least that a workflow can cost. */
const LATENCY_GOAL = 3;
const THROUGHPUT_GOAL = 0.5;

export function goalsOf(rows: readonly Row[]): Goal[] {
  const latency = latencyRatio(rows, ROWS.plain, ROWS.emptyWorkflow);
  const throughput = throughputRatio(rows, ROWS.plain, ROWS.emptyWorkflow, 64);
  return [
    {
      name: 'p50 at 1 caller, in empty workflows',
      value: latency.median,
      range: latency.range,
      goal: `at most ${LATENCY_GOAL}`,
      reached: latency.median <= LATENCY_GOAL,
    },
    {
      name: 'throughput at 64 callers, in empty workflows',
      value: throughput.median,
      range: throughput.range,
      goal: `at least ${THROUGHPUT_GOAL}`,
      reached: throughput.median >= THROUGHPUT_GOAL,
    },
  ];
}

export function comparisonsOf(rows: readonly Row[]): Comparison[] {
  const added = (name: string, beside: string) => ({
    unit: 'ms',
    ...compare(
      rowOf(rows, name, 1),
      rowOf(rows, beside, 1),
      (here, there) => here.p50Ms - there.p50Ms,
    ),
  });
  const times = (name: string, beside: string, callers: number) => ({
    unit: 'x',
    ...throughputRatio(rows, name, beside, callers),
  });
  return [
    { name: 'added to the bare seller, p50 at 1 caller', ...added(ROWS.plain, ROWS.sellerPlain) },
    { name: 'added by a plain proxy', ...added(ROWS.proxyPlain, ROWS.sellerPlain) },
    {
      name: 'added to the first byte of a stream, p50 at 1 caller',
      ...added(ROWS.streamed, ROWS.sellerStreamed),
    },
    {
      name: 'added to it by a plain proxy',
      ...added(ROWS.proxyStreamed, ROWS.sellerStreamed),
    },
    {
      name: 'throughput at 16 callers, in empty workflows',
      ...times(ROWS.plain, ROWS.emptyWorkflow, 16),
    },
    {
      name: 'streams at 64 callers, in empty workflows',
      ...times(ROWS.streamed, ROWS.emptyWorkflow, 64),
    },
    {
      name: 'one buyer for all 64 callers, beside 64 buyers',
      ...times(ROWS.hotBuyer, ROWS.plain, 64),
    },
    {
      name: 'throughput at 64 callers, in reserve transactions, one each',
      ...times(ROWS.plain, ROWS.transaction, 64),
    },
    {
      name: 'group commit at 64 callers, beside one transaction each',
      ...times(ROWS.groupCommit, ROWS.transaction, 64),
    },
  ];
}
