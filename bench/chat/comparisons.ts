/** What the rows of the chat benchmark say beside each other. */
import { latencyRatio, rowOf, throughputRatio } from '../measure/ratios';
import { type Row, compare } from '../measure/rounds';
import type { Comparison, Goal } from '../report';
import { ROWS } from './rows';

type Ratio = ReturnType<typeof throughputRatio>;

interface Wanted {
  readonly name: string;
  readonly ratio: Ratio;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Against the same services without workflows, and against the least that one workflow per request would cost. */
export function goalsOf(rows: readonly Row[]): Goal[] {
  const { plain, services, emptyWorkflow, hotBuyer } = ROWS;
  const wanted: Wanted[] = [
    {
      name: 'p50 at 1 caller, without workflows',
      ratio: latencyRatio(rows, plain, services),
      atMost: 1.25,
    },
    {
      name: 'p50 at 1 caller, in empty workflows',
      ratio: latencyRatio(rows, plain, emptyWorkflow),
      atMost: 1,
    },
    {
      name: 'p50 at 16 callers, without workflows',
      ratio: latencyRatio(rows, plain, services, 16),
      atMost: 1.3,
    },
    {
      name: 'throughput at 64 callers, without workflows',
      ratio: throughputRatio(rows, plain, services, 64),
      atLeast: 0.75,
    },
    {
      name: 'one buyer for all 64 callers, beside 64 buyers',
      ratio: throughputRatio(rows, hotBuyer, plain, 64),
      atLeast: 0.95,
    },
  ];
  return wanted.map(({ name, ratio: { median, range }, atMost, atLeast }) => ({
    name,
    value: median,
    range,
    goal: atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`,
    reached: median <= (atMost ?? Infinity) && median >= (atLeast ?? 0),
  }));
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
      name: 'throughput at 64 callers, in reserve transactions, one each',
      ...times(ROWS.plain, ROWS.transaction, 64),
    },
    {
      name: 'group commit at 64 callers, beside one transaction each',
      ...times(ROWS.groupCommit, ROWS.transaction, 64),
    },
  ];
}
