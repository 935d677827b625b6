/**
 * Corruptions that break one clause of an invariant alone: an invariant that lost the clause finds
 * nothing. Each is looked for among all records and among the recent ones, and taken back.
 */
import type { WritableRecords } from '../../records/connect';
import { INVARIANTS } from '../../records/invariants/check-invariants';
import type { Invariant, Since } from '../../records/invariants/invariant';

export type Corruption = readonly [
  id: string,
  what: string,
  corrupt: () => Promise<unknown>,
  /** The id of the record that is told. */
  where: () => string,
  /** What the check of recent records does not read. */
  extent?: 'all',
];

const HOUR_MS = 3_600_000;

/** The records that violate an invariant. */
export async function violators(
  records: WritableRecords,
  id: string,
  since: Since,
): Promise<string[]> {
  const { collection, pipeline } = INVARIANTS.find((one) => one.id === id)!;
  const found = await records[collection]
    .aggregate<{ _id: unknown }>([...pipeline(since)])
    .toArray();
  return found.map(({ _id }) => String(_id));
}

/** @param records of a market that is sound */
export function testClauses(
  records: () => WritableRecords,
  invariants: readonly Invariant[],
  corruptions: readonly Corruption[],
) {
  let takeBack: () => Promise<void>;
  beforeAll(async () => {
    takeBack = await keepAll(records());
  });
  afterEach(() => takeBack());

  const cases = corruptions.map(([id, what, corrupt, where, extent]) => {
    return [`${id} finds ${what}`, { id, corrupt, where, extent }] as const;
  });
  test.each(cases)('%s', async (_title, { id, corrupt, where, extent }) => {
    await corrupt();
    expect(await violators(records(), id, null)).toEqual([where()]);
    if (extent === 'all') return;
    expect(await violators(records(), id, new Date(Date.now() - HOUR_MS))).toEqual([where()]);
  });

  test('each invariant has a corruption that it finds', () => {
    const ids = new Set(corruptions.map(([id]) => id));
    expect([...ids].sort()).toEqual(invariants.map(({ id }) => id).sort());
  });

  test('nothing is found where nothing was corrupted', async () => {
    for (const { id } of INVARIANTS) {
      expect([id, ...(await violators(records(), id, null))]).toEqual([id]);
      const recent = await violators(records(), id, new Date(Date.now() - HOUR_MS));
      expect([id, ...recent]).toEqual([id]);
    }
  });
}

/** Remembers every record with its types. @returns a function that brings all of them back */
async function keepAll({ connection, models }: WritableRecords): Promise<() => Promise<void>> {
  const database = connection.getClient().db(connection.name);
  const asStored = { promoteValues: false, useBigInt64: false } as const;
  const kept = await Promise.all(
    Object.values(models).map(async ({ collection: { collectionName } }) => {
      const collection = database.collection(collectionName);
      return { collection, documents: await collection.find({}, asStored).toArray() };
    }),
  );
  return async () => {
    const restored = kept.map(async ({ collection, documents }) => {
      await collection.deleteMany({});
      if (documents.length > 0) await collection.insertMany(documents);
    });
    await Promise.all(restored);
  };
}
