/** The cells of the engine benchmark. Each leaves its book unchanged. */
import type { Redis } from 'ioredis';
import { runLoad, type Call, type Load, type Sample } from '../measure/load';
import type { Cell } from '../measure/rounds';
import type { EngineFloors } from './floors';
import { consuming, keeping, LEAST_TOKENS, type BenchMarket } from './market';
import { watchServer, type ServerFigures } from './server-figures';

/** Number of callers that saturates the server. */
export const BUSY_CALLERS = 64;
const TIDYING_CALLERS = 64;

/** A cell with the server's figures of each round. */
export interface EngineCell extends Cell {
  readonly figures: ServerFigures[];
}

interface Work {
  readonly name: string;
  readonly callers: number;
  readonly call: Call;
  /** Unmeasured preparation for up to `count` calls. */
  readonly before?: (count: number) => Promise<void>;
  readonly after?: () => Promise<void>;
}

function cellOf(redis: Redis, work: Work): EngineCell {
  const figures: ServerFigures[] = [];
  return {
    name: work.name,
    callers: work.callers,
    figures,
    async run(load: Load): Promise<Sample> {
      await work.before?.(load.requests);
      let sample: Sample | undefined;
      const seen = await watchServer(redis, async () => (sample = await runLoad(work.call, load)));
      await work.after?.();
      figures.push(seen);
      if (!sample) throw new Error('nothing was measured');
      return sample;
    },
  };
}

/** @param size part of the names, because floors are measured with every book */
export function floorCells(redis: Redis, floors: EngineFloors, size: string, callers: number[]) {
  return callers.flatMap((count) => [
    cellOf(redis, { name: `no-op beside ${size}`, callers: count, call: floors.noop }),
    cellOf(redis, {
      name: `idem beside ${size}`,
      callers: count,
      call: floors.idem,
      after: () => floors.clear(),
    }),
  ]);
}

export function marketCells(redis: Redis, market: BenchMarket, size: string, callers: number[]) {
  const fills: { fillId: string; quantityTokens: number }[] = [];
  const askIds: string[] = [];
  const releaseAll = () => drain(fills, (fill) => market.release(fill));
  const cancelAll = () => drain(askIds, (id) => market.cancel(id));
  const reserve = (filter: 'none' | 'region' | 'seller') =>
    keeping(fills, () => market.reserve(filter));
  const cell = (name: string, work: Omit<Work, 'name'>) =>
    cellOf(redis, { name: `${name}, ${size}`, ...work });
  const busy = { callers: BUSY_CALLERS };
  return [
    ...callers.map((count) =>
      cell('reserve', { callers: count, call: reserve('none'), after: releaseAll }),
    ),
    cell('reserve of a region', { ...busy, call: reserve('region'), after: releaseAll }),
    cell('reserve of a seller', { ...busy, call: reserve('seller'), after: releaseAll }),
    cell('release', {
      ...busy,
      before: (count) => repeat(count, reserve('none')),
      call: consuming(fills, (fill) => market.release(fill)),
      after: releaseAll,
    }),
    cell('place', { ...busy, call: keeping(askIds, () => market.place()), after: cancelAll }),
    cell('cancel', {
      ...busy,
      before: (count) =>
        repeat(
          count,
          keeping(askIds, () => market.place()),
        ),
      call: consuming(askIds, (id) => market.cancel(id)),
      after: cancelAll,
    }),
  ];
}

/** Reservations larger than a small ask. @param place description of the book, part of the names */
export function largeReserveCells(redis: Redis, market: BenchMarket, place: string) {
  const fills: { fillId: string; quantityTokens: number }[] = [];
  const after = () => drain(fills, (fill) => market.release(fill));
  return LARGE_RESERVATIONS.map(([name, filter]) =>
    cellOf(redis, {
      name: `${name}, ${place}`,
      callers: BUSY_CALLERS,
      after,
      call: keeping(fills, () => market.reserve(filter, undefined, LEAST_TOKENS)),
    }),
  );
}

/** Names of the reservations that are measured behind small asks. */
export const LARGE_RESERVATIONS = [
  [`reserve of ${LEAST_TOKENS} or more`, 'none'],
  [`reserve of ${LEAST_TOKENS} or more of a region`, 'region'],
] as const;

export function otherCell(redis: Redis, work: Work): EngineCell {
  return cellOf(redis, work);
}

async function repeat(count: number, call: Call): Promise<void> {
  const load = { callers: TIDYING_CALLERS, requests: count, seconds: Infinity };
  const { failures, firstFailure } = await runLoad(call, load);
  if (failures > 0) throw new Error(firstFailure ?? 'a call failed');
}

async function drain<T>(kept: T[], command: (one: T) => Promise<void>): Promise<void> {
  await repeat(kept.length, consuming(kept, command));
}
