/** What the places of the archive (records/archive/places.ts) do not list, though they should. */
import { placesOfRecord } from '../../records/archive/place-names';
import type { Records } from '../../records/connect';

/** Months that count as not listed, and archived records of which a place lacks the month. */
export async function unlistedRecords(records: Records): Promise<string[]> {
  const { connection, archiveMonths, archivePlaces } = records;
  const database = connection.getClient().db(connection.name);
  const places = new Map<string, readonly string[]>();
  for await (const { _id, months } of archivePlaces.find({})) places.set(_id, months);
  const unlisted: string[] = [];
  for (const { _id: name, of, records: count, listed } of await archiveMonths.find({}).toArray()) {
    if (listed !== count) unlisted.push(`${name}: ${String(listed)} of ${count}`);
    const month = name.slice(of.length + 1);
    for await (const record of database.collection<{ _id: string }>(name).find({})) {
      const missing = placesOfRecord(of, record).filter((id) => !places.get(id)?.includes(month));
      unlisted.push(...missing.map((id) => `${name} ${record._id}: ${id}`));
    }
  }
  return unlisted;
}
