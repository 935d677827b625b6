/** Where the records of chats are. */
import { ARCHIVED } from '../../records/archive/archives';
import { unionWithArchive } from '../../records/archive/with-archive';
import { atOneMoment } from '../../records/mongodb/at-one-moment';
import type { ReadCollection } from '../../records/mongodb/read-collection';
import type { Records } from '../../records/connect';

interface Place {
  /** Collection and id. */
  readonly id: string;
  readonly isArchived: boolean;
}

/** Of all records of the archived kinds; a record of two places is there twice. */
export async function placesOf(records: Records): Promise<Place[]> {
  const places: Place[] = [];
  for (const of of ARCHIVED) {
    const live = records[of] as ReadCollection<any>;
    const pipeline = [
      { $project: { isArchived: { $literal: false } } },
      unionWithArchive(of, [{ $project: { isArchived: { $literal: true } } }]),
      { $sort: { _id: 1 } },
    ];
    const found = await atOneMoment(records.connection, (session) =>
      live.aggregate<{ _id: string; isArchived: boolean }>(pipeline, { session }).toArray(),
    );
    places.push(...found.map(({ _id, isArchived }) => ({ id: `${of} ${_id}`, isArchived })));
  }
  return places;
}
