/** Goals and comparisons of the engine benchmark. */
import { compare, type Row } from '../measure/rounds';
import type { Figure } from '../measure/statistics';
import type { Comparison, Goal } from '../report';
import { BUSY_CALLERS, LARGE_RESERVATIONS } from './cells';
import { goalOf, ratio, type Wanted } from '../measure/goals';
import type { ServerFigures } from './server-figures';

export interface Size {
  readonly name: string;
  readonly asks: number;
  /** A plan with fewer requests skips this size. */
  readonly leastRequests: number;
}

export const SIZES: readonly Size[] = [
  { name: '1k asks', asks: 1_000, leastRequests: 0 },
  { name: '100k asks', asks: 100_000, leastRequests: 100 },
  { name: '1M asks', asks: 1_000_000, leastRequests: 1_000 },
];

export interface Measured {
  readonly rows: readonly Row[];
  /** By name and callers, one entry per round. */
  readonly figures: ReadonlyMap<string, readonly ServerFigures[]>;
  readonly sizes: readonly Size[];
  /** The size at which callers are compared. */
  readonly middle: Size;
  readonly largest: Size;
  /** Per second, one entry per round. */
  readonly rivalCancels: readonly number[];
  readonly follower: Figure;
  readonly restart: Figure;
  readonly bytesPerAsk: Figure;
}

export function goalsOfRows(measured: Measured): Goal[] {
  return [
    ...measured.sizes.flatMap((size) => execGoals(measured, size)),
    ...growthGoals(measured),
    ...crowdGoals(measured),
    {
      name: `memory per resting ask, everything included, ${measured.largest.name}, bytes`,
      figure: measured.bytesPerAsk,
      atMost: 460,
    },
    ...callerGoals(measured),
    {
      name: `restart until the log is loaded, ${measured.largest.name}, seconds`,
      figure: measured.restart,
      atMost: 5,
    },
    {
      name: `every version visible at a follower, p99, ${measured.largest.name}, ms`,
      figure: measured.follower,
      atMost: 20,
    },
  ].map(goalOf);
}

function execGoals(measured: Measured, { name }: Size): Wanted[] {
  const exec = (row: string) => serverOf(measured, row, ({ execUs }) => execUs);
  const log = (row: string) => serverOf(measured, row, ({ logBytes }) => logBytes);
  const idem = exec(`idem beside ${name}`);
  const against = (command: string, atMost: number): Wanted => ({
    name: `${command}, exec time against idem, ${name}`,
    figure: ratio(exec(`${command}, ${name}`), idem),
    atMost,
  });
  return [
    {
      name: `reserve, exec time against no-op, ${name}`,
      figure: ratio(exec(`reserve, ${name}`), exec(`no-op beside ${name}`)),
      atMost: 11,
    },
    against('reserve', 1.7),
    against('place', 3),
    against('cancel', 3),
    against('release', 1.6),
    {
      name: `log per reserve, ${name}, bytes`,
      figure: plain(log(`reserve, ${name}`)),
      atMost: 330,
    },
    { name: `log per place, ${name}, bytes`, figure: plain(log(`place, ${name}`)), atMost: 520 },
  ];
}

function growthGoals(measured: Measured): Wanted[] {
  const [smallest] = measured.sizes;
  if (!smallest || smallest === measured.largest) return [];
  const growth = (command: string, atMost: number): Wanted => ({
    name: `growth of ${command}'s exec time, ${smallest.name} to ${measured.largest.name}`,
    figure: ratio(
      serverOf(measured, `${command}, ${measured.largest.name}`, ({ execUs }) => execUs),
      serverOf(measured, `${command}, ${smallest.name}`, ({ execUs }) => execUs),
    ),
    atMost,
  });
  return [growth('reserve', 1.2), growth('place', 1.4), growth('cancel', 1.4)];
}

/** Reservations behind asks that are too small for them, against the same without those asks. */
function crowdGoals({ figures, middle }: Measured): Wanted[] {
  const exec = (name: string) =>
    (figures.get(`${name} ${BUSY_CALLERS}`) ?? []).map(({ execUs }) => execUs);
  return LARGE_RESERVATIONS.map(([name]) => ({
    name: `${name}, exec time ${crowdName(middle)} against ${middle.name} alone`,
    figure: ratio(exec(`${name}, ${crowdName(middle)}`), exec(`${name}, ${middle.name}`)),
    atMost: 1.5,
  }));
}

/** @param size of the book, and of the crowd of small asks ahead of it */
export function crowdName({ name }: Size): string {
  return `${name} behind as many that are too small`;
}

function callerGoals(measured: Measured): Wanted[] {
  const { rows, middle, rivalCancels } = measured;
  const row = (name: string, callers: number) => rowOf(rows, name, callers);
  const request = `reserve, ${middle.name}`;
  const rival = `nodejs-order-book and XADD, ${middle.name}`;
  const throughput = (beside: string, callers: number) =>
    compare(row(request, callers), row(beside, callers), (a, b) => a.perSecond / b.perSecond);
  const cancels = row(`cancel, ${middle.name}`, BUSY_CALLERS).rounds.map((one) => one.perSecond);
  return [
    {
      name: `reserve, round trip p50 at 1 caller against no-op, ${middle.name}`,
      figure: compare(
        row(request, 1),
        row(`no-op beside ${middle.name}`, 1),
        (a, b) => a.p50Ms / b.p50Ms,
      ),
      atMost: 1.6,
    },
    {
      name: `reserve, throughput at 64 callers against idem, ${middle.name}`,
      figure: throughput(`idem beside ${middle.name}`, BUSY_CALLERS),
      atLeast: 0.8,
    },
    ...[16, BUSY_CALLERS].map((callers) => ({
      name: `reserve, throughput at ${callers} callers against nodejs-order-book and XADD, ${middle.name}`,
      figure: throughput(rival, callers),
      atLeast: 0.9,
    })),
    {
      name: `cancel per second against nodejs-order-book in memory, ${middle.name}`,
      figure: ratio(cancels, rivalCancels),
      atLeast: 8,
    },
  ];
}

export function comparisonsOf(measured: Measured): Comparison[] {
  return [...measured.figures].flatMap(([name, figures]) => [
    { name: `${name} callers: exec`, unit: 'us', ...plain(figures.map(({ execUs }) => execUs)) },
    { name: `${name} callers: log`, unit: 'bytes', ...plain(figures.map((one) => one.logBytes)) },
  ]);
}

function serverOf(
  { figures }: Measured,
  name: string,
  valueOf: (figures: ServerFigures) => number,
): number[] {
  return (figures.get(`${name} ${BUSY_CALLERS}`) ?? []).map(valueOf);
}

function plain(values: readonly number[]): Figure {
  return ratio(
    values,
    values.map(() => 1),
  );
}

function rowOf(rows: readonly Row[], name: string, callers: number): Row {
  const row = rows.find((one) => one.name === name && one.callers === callers);
  if (!row) throw new Error(`No row ${name} at ${callers}.`);
  return row;
}
