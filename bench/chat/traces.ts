/**
 * History events and disk bytes per chat, measured with a separate, longer load after its workflows
 * have closed. MongoDB's data files, including the operations log, are counted after a checkpoint.
 * Its journal is not counted: every checkpoint truncates it.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import mongoose, { type Connection as MongoConnection } from 'mongoose';
import type { Load, Sample } from '../measure/load';
import { goalOf } from '../measure/goals';
import { untilQuiet } from '../measure/processor-time';
import type { Plan } from '../measure/rounds';
import { figureOf } from '../measure/statistics';
import type { Goal } from '../report';
import type { Addresses, Stage } from '../stage';
import { untilTrue } from '../measure/until';

const RECORDS_OF_CHATS = 'WorkflowType IN ("orderBatch", "chatOrder")';
/** Multiple of the time of a cell, for as many requests: files grow in steps. */
const CELLS_OF_TIME = 10;
const CLOSED_WITHIN_MS = 30_000;
const NOT_GROWING = new Set(['journal', 'diagnostic.data', 'mongod.lock']);

const EVENTS_GOAL = 1;
const TEMPORAL_KB_GOAL = 2;
const MONGOD_KB_GOAL = 7;

export interface Traces {
  readonly chats: number;
  readonly eventsPerChat: number;
  readonly temporalKbPerChat: number;
  readonly mongodKbPerChat: number;
  readonly problems: readonly string[];
}

export async function measureTraces(
  stage: Stage,
  addresses: Addresses,
  { requests, seconds }: Plan,
  run: (load: Omit<Load, 'callers'>) => Promise<Sample>,
): Promise<Traces> {
  const connection = await Connection.connect({ address: addresses.temporalAddress });
  const mongo = await mongoose.createConnection(addresses.mongoUri).asPromise();
  try {
    const { workflow } = new Client({ connection });
    await untilQuiet(stage.processes);
    const before = await bytesOnDisk(stage, mongo);
    const since = new Date().toISOString();
    const bounds = { requests, seconds: CELLS_OF_TIME * seconds };
    const sample = await run(bounds);
    await untilQuiet(stage.processes);
    const query = `${RECORDS_OF_CHATS} AND StartTime >= "${since}"`;
    await untilTrue(
      async () => (await workflow.count(`${query} AND ExecutionStatus = "Running"`)).count === 0,
      CLOSED_WITHIN_MS,
    );
    let events = 0;
    for await (const { historyLength } of workflow.list({ query })) events += historyLength;
    const after = await bytesOnDisk(stage, mongo);
    const chats = sample.latenciesMs.length;
    const perChat = (then: number, now: number) => (now - then) / 1_000 / Math.max(1, chats);
    return {
      chats,
      eventsPerChat: events / Math.max(1, chats),
      temporalKbPerChat: perChat(before.temporal, after.temporal),
      mongodKbPerChat: perChat(before.mongod, after.mongod),
      problems: sample.firstFailure ? [`measuring events and disk: ${sample.firstFailure}`] : [],
    };
  } finally {
    await Promise.all([mongo.close(), connection.close()]);
  }
}

export function goalsOfTraces(traces: Traces): Goal[] {
  const { chats, eventsPerChat, temporalKbPerChat, mongodKbPerChat } = traces;
  const over = `over ${chats} chats`;
  return [
    {
      name: `history events per chat, ${over}`,
      figure: figureOf([eventsPerChat]),
      atMost: EVENTS_GOAL,
    },
    {
      name: `disk per chat, Temporal, kB, ${over}`,
      figure: figureOf([temporalKbPerChat]),
      atMost: TEMPORAL_KB_GOAL,
    },
    {
      name: `disk per chat, MongoDB, kB, ${over}`,
      figure: figureOf([mongodKbPerChat]),
      atMost: MONGOD_KB_GOAL,
    },
  ].map(goalOf);
}

async function bytesOnDisk(stage: Stage, mongo: MongoConnection) {
  await mongo.getClient().db('admin').command({ fsync: 1 });
  return {
    temporal: await bytesIn(stage.folder('temporal')),
    mongod: await bytesIn(stage.folder('mongod')),
  };
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (NOT_GROWING.has(entry.name)) continue;
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await bytesIn(path) : (await stat(path)).size;
  }
  return bytes;
}
