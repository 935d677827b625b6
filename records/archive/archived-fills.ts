/** Archived fills for the ledger, whose guards must know a fill for ever. */
import type { mongo } from 'mongoose';
import { isUuid, timeOfUuidV7 } from '../../domain/ids';
import { DURABLE } from '../durable';
import type { FillDocument } from '../fill';
import { withReadLimit } from '../read-limits';
import { archiveName, mayBeArchived, monthAt } from './months';

export function mayHaveMoved(fillId: string): boolean {
  return isUuid(fillId) && mayBeArchived(timeOfUuidV7(fillId));
}

/** Reads nothing for young ids. Read the live ones first: a fill moves in one direction only. */
export async function archivedFills(
  database: mongo.Db,
  fillIds: readonly string[],
): Promise<FillDocument[]> {
  const months = new Map<string, string[]>();
  for (const id of fillIds.filter(mayHaveMoved)) {
    const name = archiveName('fills', monthAt(timeOfUuidV7(id)));
    months.set(name, [...(months.get(name) ?? []), id]);
  }
  const found = [...months].map(([name, ids]) =>
    withReadLimit(database.collection<FillDocument>(name))
      .find({ _id: { $in: ids } }, DURABLE)
      .toArray(),
  );
  return (await Promise.all(found)).flat();
}
