/**
 * Planned writes as bytes, for another process that commits them with its own (row-locks.ts). The
 * numbers of MongoDB's operations keep their types: a double stays a double.
 */
import { deserialize, serialize } from 'node:v8';
import { mongo } from 'mongoose';
import type { Writes } from './writes';

const { BSON } = mongo;
/** What a batch sums up; all other writes are operations as MongoDB executes them. */
const CHANGES = [
  'needsJudging',
  'balance',
  'balances',
  'requests',
  'key',
  'ask',
  'asks',
  'answersKeptMs',
] as const satisfies readonly (keyof Writes)[];

export function encodeWrites(batch: readonly Writes[]): Buffer {
  const changes = batch.map((writes) =>
    Object.fromEntries(CHANGES.map((name) => [name, writes[name]])),
  );
  const operations = batch.map((writes) =>
    Object.fromEntries(
      Object.entries(writes).filter(([name]) => !(CHANGES as readonly string[]).includes(name)),
    ),
  );
  // As the driver sends commands: a property without a value is null.
  const sent = BSON.serialize({ operations }, { ignoreUndefined: false });
  return serialize({ changes, operations: Buffer.from(sent) });
}

export function decodeWrites(bytes: Buffer): Writes[] {
  const { changes, operations } = deserialize(bytes) as {
    readonly changes: readonly Partial<Writes>[];
    readonly operations: Buffer;
  };
  const sent = BSON.deserialize(operations, { promoteValues: false }) as {
    readonly operations: readonly Writes[];
  };
  return changes.map((change, at) => ({ ...sent.operations[at], ...defined(change) }));
}

function defined(changes: Partial<Writes>): Partial<Writes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
