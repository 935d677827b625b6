/** A pipeline over live and archived records reads the archive of each collection that it names. */
import { withArchive } from '../../records/archive/with-archive';
import { recordsForFile } from './scenario';

const records = recordsForFile();
const database = () => records.connection.getClient().db(records.connection.name);
beforeAll(async () => {
  for (const name of ['fills', 'archivedfills', 'journals', 'archivedjournals', 'holds']) {
    const ids = ['in', 'out'].map((place) => `${name} ${place}`);
    const documents = ids.map((_id) => ({ _id, isIn: _id.endsWith('in') }));
    await database()
      .collection(name)
      .insertMany(documents as never);
  }
});

const isIn = { $match: { isIn: true } };
async function read(collection: string, pipeline: object[]): Promise<string[]> {
  const stages = withArchive(collection, pipeline);
  const found = await database().collection(collection).aggregate(stages).toArray();
  return found.map(({ _id }) => String(_id)).sort();
}

test('what follows holds of archived records as of live ones', async () => {
  expect(await read('fills', [isIn])).toEqual(['archivedfills in', 'fills in']);
  expect(await read('holds', [isIn])).toEqual(['holds in']);
});

test('a collection that is added has its archive too, at any depth', async () => {
  const journals = { $unionWith: { coll: 'journals', pipeline: [isIn] } };
  const all = ['archivedjournals in', 'holds in', 'journals in'];
  expect(await read('holds', [isIn, journals])).toEqual(all);
  const holds = { $unionWith: { coll: 'holds', pipeline: [isIn, journals] } };
  const deep = ['archivedfills in', ...all, 'fills in'].sort();
  expect(await read('fills', [isIn, holds])).toEqual(deep);
});
