/** Goals and comparisons of the chat benchmark. */
import { OTHERS } from '../gateways/others';
import { type Wanted, goalOf } from '../measure/goals';
import { latencyRatio, rowOf, throughputRatio } from '../measure/ratios';
import { type Row, compare, over } from '../measure/rounds';
import type { Comparison, Goal } from '../report';
import { MOST_CALLERS, ROWS, streamedRow } from './rows';

/** Processes that count as the cost of a chat: all but load generator, sellers and other gateways. */
const EXCHANGE = new Set([
  'mongod',
  'redis',
  'temporal',
  'worker',
  'gateway',
  'plain gateway',
  'relay',
]);

const SLOW_SELLER_GOAL_MS = 360;

export function goalsOf(rows: readonly Row[]): Goal[] {
  return [...besideFloors(rows), ...ofCosts(rows), ...besideOthers(rows)].map(goalOf);
}

/** Against the same services without workflows, and against the minimum cost of one workflow per request. */
function besideFloors(rows: readonly Row[]): Wanted[] {
  const { plain, services, emptyWorkflow, hotBuyer } = ROWS;
  return [
    {
      name: 'p50 at 1 caller, against no workflows',
      figure: latencyRatio(rows, plain, services),
      atMost: 1.25,
    },
    {
      name: 'p50 at 1 caller, against empty workflows',
      figure: latencyRatio(rows, plain, emptyWorkflow),
      atMost: 1,
    },
    {
      name: 'p50 at 16 callers, against no workflows',
      figure: latencyRatio(rows, plain, services, 16),
      atMost: 1.3,
    },
    {
      name: 'throughput at 64 callers, against no workflows',
      figure: throughputRatio(rows, plain, services, MOST_CALLERS),
      atLeast: 0.75,
    },
    {
      name: 'one buyer for all 64 callers, against 64 buyers',
      figure: throughputRatio(rows, hotBuyer, plain, MOST_CALLERS),
      atLeast: 0.95,
    },
  ];
}

function ofCosts(rows: readonly Row[]): Wanted[] {
  const { plain, services, slowSeller } = ROWS;
  const processorTime = (name: string, callers: number, counts: (process: string) => boolean) =>
    over(rowOf(rows, name, callers), ({ cpuMs }) =>
      Object.entries(cpuMs).reduce((sum, [process, ms]) => sum + (counts(process) ? ms : 0), 0),
    );
  const ofExchange = (process: string) => EXCHANGE.has(process);
  return [
    {
      name: 'processor time in ms per chat without workflows, 64 callers',
      figure: processorTime(services, MOST_CALLERS, ofExchange),
      atMost: 3,
    },
    {
      name: 'processor time in ms per chat without workflows, 1 caller',
      figure: processorTime(services, 1, ofExchange),
      atMost: 12,
    },
    {
      name: 'processor time in ms of Temporal per chat, 64 callers',
      figure: processorTime(plain, MOST_CALLERS, (process) => process === 'temporal'),
      atMost: 1,
    },
    {
      name: 'p50 in ms, a seller of 300 ms, 64 callers',
      figure: over(rowOf(rows, slowSeller, MOST_CALLERS), ({ p50Ms }) => p50Ms),
      atMost: SLOW_SELLER_GOAL_MS,
    },
  ];
}

/** Compares only with gateways that were measured. */
function besideOthers(rows: readonly Row[]): Wanted[] {
  const { plain, streamed, sellerStreamed } = ROWS;
  const measured = (name: string) => rows.some((row) => row.name === name);
  const addedBy = (row: Row) =>
    compare(row, rowOf(rows, sellerStreamed, 1), (here, bare) => here.p50Ms - bare.p50Ms);
  const firstBytes = Object.values(OTHERS)
    .filter(measured)
    .map((name): Wanted => {
      const theirs = addedBy(rowOf(rows, streamedRow(name), 1)).median;
      const ours = addedBy(rowOf(rows, streamed, 1));
      return {
        name: `added in ms to the first byte of a stream, 1 caller, against ${name}`,
        figure: ours,
        atMost: Math.floor(theirs * 100) / 100,
      };
    });
  const throughput: Wanted[] = [OTHERS.liteLlm].filter(measured).map((name) => ({
    name: `throughput at 64 callers, against ${name}`,
    figure: throughputRatio(rows, plain, name, MOST_CALLERS),
    atLeast: 2,
  }));
  return [...firstBytes, ...throughput];
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
      name: 'added to the first byte by a plain proxy',
      ...added(ROWS.proxyStreamed, ROWS.sellerStreamed),
    },
    {
      name: 'throughput at 16 callers, against empty workflows',
      ...times(ROWS.plain, ROWS.emptyWorkflow, 16),
    },
    {
      name: 'streams at 64 callers, against empty workflows',
      ...times(ROWS.streamed, ROWS.emptyWorkflow, 64),
    },
    {
      name: 'throughput at 64 callers, against reserve transactions, one each',
      ...times(ROWS.plain, ROWS.transaction, 64),
    },
    {
      name: 'group commit at 64 callers, against one transaction each',
      ...times(ROWS.groupCommit, ROWS.transaction, 64),
    },
  ];
}
