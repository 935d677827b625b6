/** The time of an action, and the documents that MongoDB examined for it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WritableRecords } from '../../records/connect';
import { figureOf, type Figure } from '../measure/statistics';

export interface Action {
  readonly name: string;
  /** Times that it is repeated at most. */
  readonly repeats: number;
  run(): Promise<void>;
}

export interface MeasuredAction {
  readonly name: string;
  readonly ms: Figure;
  /** Medians of one run; include what the processes read meanwhile. */
  readonly documentsExamined: number;
  readonly keysExamined: number;
  readonly documentsReturned: number;
}

const WARM_UP_RUNS = 2;
/** At rest all processes together examine fewer documents in this time. */
const IDLE_DOCUMENTS = 500;
const IDLE_MS = 5_000;

/** Runs it until `seconds` have passed, and at least three times. */
export async function measureAction(
  records: WritableRecords,
  action: Action,
  seconds: number,
): Promise<MeasuredAction> {
  for (let run = 0; run < Math.min(WARM_UP_RUNS, action.repeats - 1); run += 1) await action.run();
  const runs: { readonly ms: number; readonly work: Work }[] = [];
  const startedAt = performance.now();
  while (runs.length < action.repeats) {
    if (runs.length >= 3 && performance.now() > startedAt + seconds * 1_000) break;
    const before = await workOf(records);
    const runAt = performance.now();
    await action.run();
    const ms = performance.now() - runAt;
    runs.push({ ms, work: difference(await workOf(records), before) });
  }
  const median = (valueOf: (work: Work) => number) =>
    figureOf(runs.map(({ work }) => valueOf(work))).median;
  return {
    name: action.name,
    ms: figureOf(runs.map(({ ms }) => ms)),
    documentsExamined: median(({ documents }) => documents),
    keysExamined: median(({ keys }) => keys),
    documentsReturned: median(({ returned }) => returned),
  };
}

/**
 * Until MongoDB examines few documents of itself: followers have caught up with what was inserted.
 * @throws when it goes on for `withinMs`
 */
export async function untilIdle(records: WritableRecords, withinMs: number): Promise<void> {
  const endsAt = performance.now() + withinMs;
  for (let before = await workOf(records); ;) {
    await delay(IDLE_MS);
    const after = await workOf(records);
    if (difference(after, before).documents <= IDLE_DOCUMENTS) return;
    if (performance.now() > endsAt) throw new Error('MongoDB does not come to rest');
    before = after;
  }
}

/** Sums of explain's `docsExamined`, `keysExamined` and `nReturned` over all commands. */
interface Work {
  readonly documents: number;
  readonly keys: number;
  readonly returned: number;
}

async function workOf({ connection }: WritableRecords): Promise<Work> {
  const { metrics } = (await connection
    .getClient()
    .db('admin')
    .command({ serverStatus: 1 })) as unknown as ServerStatus;
  return {
    documents: Number(metrics.queryExecutor.scannedObjects),
    keys: Number(metrics.queryExecutor.scanned),
    returned: Number(metrics.document.returned),
  };
}

interface ServerStatus {
  readonly metrics: {
    readonly queryExecutor: { readonly scanned: bigint; readonly scannedObjects: bigint };
    readonly document: { readonly returned: bigint };
  };
}

function difference(after: Work, before: Work): Work {
  return {
    documents: after.documents - before.documents,
    keys: after.keys - before.keys,
    returned: after.returned - before.returned,
  };
}
