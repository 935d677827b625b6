/** A pipeline over live and archived records reads the months of each collection that it names. */
import type { Months } from '../../records/archive/with-archive';
import { archivedMonths, withArchive } from '../../records/archive/with-archive';
import { clearRecords, recordsForFile } from './scenario';

const MONTHS: Months = new Map([
  ['fills', ['fills_one', 'fills_two']],
  ['journals', ['journals_one']],
]);

const records = recordsForFile();
const database = () => records.connection.getClient().db(records.connection.name);
beforeAll(async () => {
  const names = ['fills', 'fills_one', 'fills_two', 'journals', 'journals_one', 'trades'];
  for (const name of names) {
    const ids = ['in', 'out'].map((place) => `${name} ${place}`);
    const documents = ids.map((_id) => ({ _id, isIn: _id.endsWith('in') }));
    await database()
      .collection(name)
      .insertMany(documents as never);
  }
});

const isIn = { $match: { isIn: true } };
async function read(collection: string, pipeline: object[]): Promise<string[]> {
  const stages = withArchive(collection, pipeline, MONTHS);
  const found = await database().collection(collection).aggregate(stages).toArray();
  return found.map(({ _id }) => String(_id)).sort();
}

test('what follows holds of archived records as of live ones', async () => {
  expect(await read('fills', [isIn])).toEqual(['fills in', 'fills_one in', 'fills_two in']);
  expect(await read('trades', [isIn])).toEqual(['trades in']);
});

test('a collection that is added has its months too, at any depth', async () => {
  const journals = { $unionWith: { coll: 'journals', pipeline: [isIn] } };
  expect(await read('trades', [isIn, journals])).toEqual([
    'journals in',
    'journals_one in',
    'trades in',
  ]);
  const trades = { $unionWith: { coll: 'trades', pipeline: [isIn, journals] } };
  expect(await read('fills', [isIn, trades])).toEqual([
    'fills in',
    'fills_one in',
    'fills_two in',
    'journals in',
    'journals_one in',
    'trades in',
  ]);
});

describe('the months of the archive', () => {
  const time = (month: number) => new Date(Date.UTC(2025, month));
  beforeEach(() =>
    records.archiveMonths.insertMany(
      [0, 1, 2].flatMap((month) =>
        ['fills', 'journals'].map((of) => ({
          _id: `${of}_${month}`,
          of,
          from: time(month),
          until: time(month + 1),
          records: 1,
        })),
      ) as never,
    ),
  );
  afterEach(() => clearRecords(records));

  const found = async (wanted?: Parameters<typeof archivedMonths>[2]) => {
    const client = records.connection.getClient();
    const months = await client.withSession((session) => archivedMonths(records, session, wanted));
    return Object.fromEntries(months);
  };

  test('are all of them, by the collection that they were moved from', async () => {
    expect(await found()).toEqual({
      fills: ['fills_0', 'fills_1', 'fills_2'],
      journals: ['journals_0', 'journals_1', 'journals_2'],
    });
  });

  test('are those of a kind, of a period, of some names, and those that may have what is read', async () => {
    expect(await found({ of: 'fills' })).toEqual({ fills: ['fills_0', 'fills_1', 'fills_2'] });
    const within = { from: time(2), until: new Date(time(2).getTime() + 1) };
    expect(await found({ of: 'fills', within })).toEqual({ fills: ['fills_2'] });
    expect(await found({ names: ['journals_1', 'gone'] })).toEqual({ journals: ['journals_1'] });
    const only = { of: 'fills' as const, only: async (months: readonly any[]) => months.slice(1) };
    expect(await found(only)).toEqual({ fills: ['fills_1', 'fills_2'] });
  });
});
