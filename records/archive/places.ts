/**
 * The places of the archive: in which months the records of an account, a seller or a book lie. A
 * month whose records are all listed (`listed` is `records`) needs not be read for one that is not
 * there. Others are read always: an earlier release moved their records, or moves them now.
 */
import type { mongo } from 'mongoose';
import type { ArchiveMonthDocument } from '../archive-month';
import type { ArchivePlaceDocument } from '../archive-place';
import { asDouble } from '../collections';
import type { Records } from '../connect';
import { DURABLE } from '../durable';
import { SCAN_MAX_MS, withReadLimit } from '../read-limits';
import { writable } from '../writable';
import type { ArchivedName } from './months';
import { PLACED_BY, placeOf, placesOfRecord } from './place-names';

type Sources = Pick<Records, 'connection' | 'archiveMonths' | 'archivePlaces'>;
type ReadPlaces = (ids: readonly string[]) => Promise<readonly ArchivePlaceDocument[]>;

/** So few are read at once; looking for the places costs as much. */
const FEW_MONTHS = 2;
const PLACES_PER_WRITE = 1_000;

/** Those of the months that may have records of the places. @param places null for all records */
export async function onlyPlaced<Month extends Pick<ArchiveMonthDocument, '_id' | 'of'>>(
  months: readonly (Month & Pick<ArchiveMonthDocument, 'records' | 'listed'>)[],
  places: readonly string[] | null,
  read: ReadPlaces,
): Promise<readonly Month[]> {
  if (places === null || months.length <= FEW_MONTHS) return months;
  const found = await read(places);
  const placed = new Set(found.flatMap((place) => place.months));
  return months.filter(
    ({ _id, of, records, listed }) => listed !== records || placed.has(_id.slice(of.length + 1)),
  );
}

export function readPlaces(
  { archivePlaces }: Pick<Records, 'archivePlaces'>,
  session?: mongo.ClientSession,
): ReadPlaces {
  return (ids) =>
    archivePlaces.find({ _id: { $in: [...ids] } }, session ? { session } : {}).toArray();
}

/** Lists records under all that they belong to, in the transaction that moves them. */
export async function listRecords(
  { archivePlaces }: Pick<Records, 'archivePlaces'>,
  of: ArchivedName,
  month: string,
  records: readonly object[],
  session: mongo.ClientSession,
): Promise<void> {
  const ids = new Set(records.flatMap((record) => placesOfRecord(of, record)));
  const isListed = { _id: { $in: [...ids] }, months: month };
  const known = await archivePlaces.find(isListed, { session, projection: { _id: 1 } }).toArray();
  for (const { _id } of known) ids.delete(_id);
  await addMonth({ archivePlaces }, [...ids], month, { session });
}

/**
 * Lists what an earlier release moved. Repetition changes nothing, and a month counts as listed at
 * the end only.
 * @param endsMs begins no month after it
 * @returns whether all months are listed
 */
export async function listMonths(
  records: Sources,
  of: ArchivedName,
  endsMs: number,
): Promise<boolean> {
  const months = await records.archiveMonths.find({ of }, DURABLE).sort({ until: 1 }).toArray();
  for (const month of months.filter(({ records: count, listed }) => listed !== count)) {
    if (performance.now() >= endsMs) return false;
    await listMonth(records, month);
  }
  return true;
}

async function listMonth(records: Sources, month: ArchiveMonthDocument): Promise<void> {
  const { _id: name, of, records: count } = month;
  const { connection, archiveMonths } = records;
  const archive = withReadLimit(connection.getClient().db(connection.name).collection(name));
  for (const [place, fields] of PLACED_BY[of]) {
    const _id = Object.fromEntries(fields.map((field) => [field, `$${field}`]));
    const found = archive.aggregate<{ _id: Record<string, unknown> }>([{ $group: { _id } }], {
      ...DURABLE,
      allowDiskUse: true,
      maxTimeMS: SCAN_MAX_MS,
    });
    let ids: string[] = [];
    const write = () => addMonth(records, ids, name.slice(of.length + 1));
    for await (const { _id: named } of found) {
      const values = fields.map((field) => named[field]);
      if (values.every((value) => typeof value === 'string')) ids.push(placeOf(place, values));
      if (ids.length < PLACES_PER_WRITE) continue;
      await write();
      ids = [];
    }
    await write();
  }
  // Not if more was moved meanwhile: that is in no list, unless its mover has lists.
  const isSame = { _id: name, records: asDouble(count) };
  await writable(archiveMonths).updateOne(isSame, { $set: { listed: asDouble(count) } });
}

async function addMonth(
  { archivePlaces }: Pick<Records, 'archivePlaces'>,
  ids: readonly string[],
  month: string,
  options: mongo.BulkWriteOptions = {},
): Promise<void> {
  if (ids.length === 0) return;
  const writes = ids.map((_id) => ({
    updateOne: { filter: { _id }, update: { $addToSet: { months: month } }, upsert: true },
  }));
  await writable(archivePlaces).bulkWrite(writes, { ...options, ordered: false });
}
