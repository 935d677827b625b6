/** Where the records of chats are. */
import { ARCHIVED } from '../../records/archive/months';
import { archivedMonths } from '../../records/archive/with-archive';
import { atOneMoment } from '../../records/at-one-moment';
import type { Records } from '../../records/connect';

interface Place {
  /** Collection and id. */
  readonly id: string;
  /** Name of the month; null while the record is live. */
  readonly month: string | null;
}

/** Of all records of the archived kinds; a record of two places is there twice. */
export async function placesOf(records: Records): Promise<Place[]> {
  const { connection } = records;
  const database = connection.getClient().db(connection.name);
  const places: Place[] = [];
  for (const of of ARCHIVED) {
    const found = await atOneMoment(connection, async (session) => {
      const months = (await archivedMonths(records, session)).get(of) ?? [];
      const unions = months.map((coll) => ({
        $unionWith: { coll, pipeline: [{ $project: { month: { $literal: coll } } }] },
      }));
      const pipeline = [{ $project: { _id: 1 } }, ...unions, { $sort: { _id: 1 } }];
      return database
        .collection(of)
        .aggregate<{ _id: string; month?: string }>(pipeline, { session })
        .toArray();
    });
    places.push(...found.map(({ _id, month = null }) => ({ id: `${of} ${_id}`, month })));
  }
  return places;
}
