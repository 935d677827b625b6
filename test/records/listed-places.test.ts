/** What moves to the archive is listed for all that it belongs to, in each of its months. */
import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { placeOf } from '../../records/archive/place-names';
import { listRecords, readPlaces } from '../../records/archive/places';
import { recordsForFile } from './scenario';

const records = recordsForFile();

function trade(sellerId: string) {
  return { accountId: randomUUID(), sellerId, modelId: 'model', tenor: 'spot' };
}

test('who has records in several months is listed in all of them, once', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  const move = (month: string, sellerIds: readonly string[]) =>
    records.connection
      .getClient()
      .withSession((session: mongo.ClientSession) =>
        session.withTransaction(() =>
          listRecords(records, 'trades', month, sellerIds.map(trade), session),
        ),
      );
  await move('2026_01', [old]);
  await move('2026_01', [old]);
  await move('2026_02', [old, young]);
  await move('2026_03', [young, old, young]);
  const places = await readPlaces(records)([placeOf('seller', [old]), placeOf('seller', [young])]);
  expect(Object.fromEntries(places.map(({ _id, months }) => [_id, months]))).toEqual({
    [placeOf('seller', [old])]: ['2026_01', '2026_02', '2026_03'],
    [placeOf('seller', [young])]: ['2026_02', '2026_03'],
  });
});
