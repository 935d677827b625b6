/**
 * Patients of a loop that works in the background: some that can never be healed, and behind them one
 * that can. A call that names a sick one is refused for good: by the real MongoDB, whose collection
 * then validates its documents, by the real Redis, whose user has no right to its keys, or by a client.
 */
import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';

/** So many can never be healed. */
export const SICK = Number(process.env.RECOVERY_SICK ?? 2);

export interface Ward {
  /** One run of the loop. It may fail, when every patient had its turn. */
  run(report: (err: unknown) => void): Promise<unknown>;
  /** Whether the one behind the sick ones is healed. */
  isHealed(): Promise<boolean> | boolean;
}

export interface Hospital {
  readonly records: WritableRecords;
  readonly settings: Settings;
}

export type NewWard = (hospital: Hospital) => Promise<Ward>;

/** So many ids in their order: the last one is the healthy patient. */
export function patients(): { sick: string[]; healthy: string; all: string[] } {
  const all = Array.from({ length: SICK + 1 }, () => randomUUID()).sort();
  return { sick: all.slice(0, -1), healthy: all.at(-1)!, all };
}

export interface Outcome {
  readonly isHealed: boolean;
  /** Whether somebody is notified of the sick ones. */
  readonly isReported: boolean;
}

/** What one run makes of the patients: the healthy one must not wait for another. */
export async function outcomeOf({ run, isHealed }: Ward): Promise<Outcome> {
  let isReported = false;
  const report = () => {
    isReported = true;
  };
  await run(report).catch(report);
  return { isHealed: await isHealed(), isReported };
}

/** Temporal or Redis, as it answers a call that names a sick one. */
export function refusing(sick: readonly string[]) {
  return (id: string): void => {
    if (sick.includes(id)) throw new TypeError(`nothing can be done for ${id}`);
  };
}

/** MongoDB refuses every document whose field is one of these, in any kind of write. */
export async function refuseDocuments(
  { connection }: WritableRecords,
  collection: string,
  field: string,
  values: readonly string[],
): Promise<void> {
  const validator = { [field]: { $nin: [...values] } };
  await connection.db!.command({ collMod: collection, validator });
}

export async function acceptDocuments(
  { connection }: WritableRecords,
  collection: string,
): Promise<void> {
  await connection.db!.command({ collMod: collection, validator: {} });
}
