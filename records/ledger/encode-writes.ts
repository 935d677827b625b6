/**
 * Planned writes as bytes, for another process that commits them with its own (row-locks.ts). The
 * numbers of MongoDB's operations keep their types: a double stays a double.
 */
import { deserialize, serialize } from 'node:v8';
import { mongo } from 'mongoose';
import type { Writes } from './writes';

const { BSON } = mongo;
/** Changes that a batch sums up; all other writes are operations as MongoDB executes them. */
const CHANGES = ['balance', 'balances', 'requests', 'ask', 'asks'] as const;

export function encodeWrites(batch: readonly Writes[]): Buffer {
  const changes = batch.map((writes) =>
    Object.fromEntries(CHANGES.map((name) => [name, plain(writes[name])])),
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

/** A quantity that is wrapped as a double is a number here: its changes are added up. */
function plain(value: unknown): unknown {
  if (value instanceof mongo.Double) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => typeof one !== 'function')
      .map(([name, one]) => [name, plain(one)]),
  );
}

function defined(changes: Partial<Writes>): Partial<Writes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
