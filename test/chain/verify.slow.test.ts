/** The chain of closed days: the same for the same journals, and every change of them is found. */
import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { chainDays } from '../../records/chain/chain-days';
import { checkChain } from '../../records/chain/check-chain';
import { asDouble } from '../../records/collections';
import type { ClosedDayDocument } from '../../records/documents/closed-day';
import type { WritableRecords } from '../../records/connect';
import type { JournalDocument } from '../../records/documents/journal';
import { dropRecords, openRecords } from '../records/scenario';
import { archiveOld, closedDaysOf, journalsOn, kept, makePast, verify } from './past-days';

let records: WritableRecords;
let days: ClosedDayDocument[];
/** A day with days before and after it. */
let day: ClosedDayDocument;

beforeAll(async () => {
  records = await openRecords();
  await makePast(records);
  days = await closedDaysOf(records);
  day = days[2]!;
}, 120_000);
afterAll(() => dropRecords(records));

const wrong = async (options?: Parameters<typeof verify>[1]) =>
  (await verify(records, options)).filter(({ differences }) => differences.length > 0);
/** What was found, as one text for each day. */
const found = async () =>
  new Map(
    (await wrong({ to: days[3]!._id })).map((each) => [each.day, each.differences.join('; ')]),
  );

/** A journal of a chat of the day, and the collection that has it. */
async function aJournal() {
  for (const collection of journalsOn(records)) {
    const filter = { kind: 'hold' as const, createdAt: { $gte: day.from, $lt: day.until } };
    const journal = await collection.findOne(filter, { sort: { createdAt: 1 } });
    if (journal) return { collection, journal };
  }
  throw new Error('The day has no chats');
}

async function change(update: mongo.UpdateFilter<JournalDocument>): Promise<void> {
  const { collection, journal } = await aJournal();
  const { modifiedCount } = await collection.updateOne({ _id: journal._id }, update);
  expect(modifiedCount).toBe(1);
}

const closing = () => records.closings.findOne({ _id: { $gt: `${day._id} `, $lt: `${day._id}!` } });

interface Corruption {
  readonly what: string;
  readonly corrupt: () => Promise<unknown>;
  readonly says: RegExp;
  /** Where it is found first; the day by default. */
  readonly on?: () => string;
}

const CORRUPTIONS: readonly Corruption[] = [
  {
    what: 'the amount of a journal on both sides',
    corrupt: () =>
      change({ $inc: { 'lines.0.amountScale8': 1n, 'lines.1.amountScale8': 1n } as never }),
    says: /^the closing of buyer:.* does not add up.*; its journals are not/,
  },
  {
    what: 'the amount of one line',
    corrupt: () => change({ $inc: { 'lines.0.amountScale8': 1n } as never }),
    says: /journal hold:.* does not balance/,
  },
  {
    what: 'the type of an amount',
    corrupt: () => change({ $set: { 'lines.0.amountScale8': asDouble(5) } as never }),
    says: /journal hold:.* does not have the fields of a journal/,
  },
  {
    what: 'a further field',
    corrupt: () => change({ $set: { note: 'x' } as never }),
    says: /journal hold:.* does not have the fields of a journal/,
  },
  {
    what: 'a reason',
    corrupt: () => change({ $set: { reason: 'x' } }),
    says: /^its journals are not those that it was closed with: .*; its digest is not/,
  },
  {
    what: 'an order id',
    corrupt: () => change({ $set: { orderId: randomUUID() } }),
    says: /^its journals are not those that it was closed with: .*; its digest is not/,
  },
  {
    what: 'the time of a journal by a millisecond',
    corrupt: async () => {
      const { journal } = await aJournal();
      await change({ $set: { createdAt: new Date(journal.createdAt.getTime() + 1) } });
    },
    says: /its digest is not that/,
  },
  {
    what: 'the day of a journal',
    corrupt: () => change({ $set: { createdAt: new Date(day.until.getTime() + 1) } }),
    says: /its journals are not those that it was closed with: there are/,
  },
  {
    what: 'a deleted journal',
    corrupt: async () => {
      const { collection, journal } = await aJournal();
      await collection.deleteOne({ _id: journal._id });
    },
    says: /the closing of .* does not add up.*its journals are not those that it was closed with/,
  },
  {
    what: 'an added journal',
    corrupt: async () => {
      const { collection, journal } = await aJournal();
      await collection.insertOne({ ...journal, _id: `hold:${randomUUID()}` });
    },
    says: /the closing of .* does not add up.*its journals are not those that it was closed with/,
  },
  {
    what: 'a copy of a journal with another content in the other place',
    corrupt: async () => {
      const { collection, journal } = await aJournal();
      const other = journalsOn(records).find(
        ({ collectionName }) => collectionName !== collection.collectionName,
      )!;
      await other.insertOne({ ...journal, reason: 'x' });
    },
    says: /its journals are not those that it was closed with: there are/,
  },
  {
    what: 'a journal of a day before the first closed one',
    corrupt: () => change({ $set: { createdAt: new Date(days[0]!.from.getTime() - 1) } }),
    says: /a day before it that has no record/,
    on: () => days[0]!._id,
  },
  {
    what: 'the sums of a closing',
    corrupt: async () => {
      const { _id } = (await closing())!;
      await records.closings.updateOne({ _id }, { $inc: { 'day.earnedScale8': 1n } });
    },
    says: /the closing of .* does not add up.*; its digest is not/,
  },
  {
    what: 'the total of a closing',
    corrupt: async () => {
      const { _id } = (await closing())!;
      await records.closings.updateOne({ _id }, { $inc: { 'total.postedScale8': 1n } });
    },
    says: /the closing of .* does not add up.*; its digest is not/,
  },
  {
    what: 'a deleted closing',
    corrupt: async () => records.closings.deleteOne({ _id: (await closing())!._id }),
    says: /the closing of .* does not add up/,
  },
  {
    what: 'an added closing',
    corrupt: async () => {
      const nobody = `buyer:${randomUUID()}` as const;
      const added = { ...(await closing())!, _id: `${day._id} ${nobody}`, account: nobody };
      await records.closings.insertOne(added);
    },
    says: /the closing of buyer:.* does not add up/,
  },
  {
    what: 'the record of a day',
    corrupt: () => records.closedDays.updateOne({ _id: day._id }, { $set: { digest: '1' } }),
    says: /its digest is not that/,
  },
  {
    what: 'the imbalance of a day',
    corrupt: () =>
      records.closedDays.updateOne({ _id: day._id }, { $inc: { postedImbalanceScale8: 1n } }),
    says: /^its digest is not that/,
  },
  {
    what: 'two days that changed places',
    corrupt: async () => {
      const other = days[3]!;
      await records.closedDays.updateOne({ _id: day._id }, { $set: { chain: other.chain! } });
      await records.closedDays.updateOne({ _id: other._id }, { $set: { chain: day.chain! } });
    },
    says: /^its digest is not that/,
  },
  {
    what: 'a deleted day',
    corrupt: () => records.closedDays.deleteOne({ _id: day._id }),
    says: /a day before it that has no record; .*its digest is not/,
    on: () => days[3]!._id,
  },
  {
    what: 'a digest that was removed',
    corrupt: () => records.closedDays.updateOne({ _id: day._id }, { $set: { chain: null } }),
    says: /it has no digest, and a later day has one/,
  },
];

test('live journals: all days agree', async () => {
  expect(days.length).toBeGreaterThan(4);
  const verified = await verify(records);
  expect(verified.map((each) => each.day)).toEqual(days.map(({ _id }) => _id));
  expect(verified.flatMap(({ differences }) => differences)).toEqual([]);
  expect(verified.every(({ digest }) => /^[0-9a-f]{64}$/.test(digest!))).toBe(true);
});

describe.each(['live', 'archived'])('%s journals: what is found', (place) => {
  let restore: () => Promise<void>;
  beforeAll(async () => {
    if (place === 'archived') await archiveOld(records);
    restore = await kept(records);
    const { collection } = await aJournal();
    expect(collection.collectionName === 'journals').toBe(place === 'live');
  });
  afterEach(() => restore());

  test('nothing, as long as nothing is changed', async () => {
    expect(await wrong()).toEqual([]);
    expect(await checkChain(records, null)).toMatchObject({ status: 'ok', error: null });
  });

  test.each(CORRUPTIONS)('$what', async ({ corrupt, says, on = () => day._id }) => {
    await corrupt();
    expect((await found()).get(on())).toMatch(says);
    const { status, samples } = await checkChain(records, null);
    expect({ status, samples }).toEqual({
      status: 'violated',
      samples: expect.arrayContaining([on()]),
    });
  });
});

test('I18 of a sample reads some days, the same ones for a seed, and leaves out days without a digest', async () => {
  const restore = await kept(records);
  const sampled = async (count: number, seed: number) =>
    (await checkChain(records, { days: count, seed })).samples;
  await records.closedDays.updateMany({}, { $set: { 'chain.digest': '0' } });
  expect(await sampled(0, 1)).toEqual([]);
  const seeds = Array.from({ length: 20 }, (_, at) => at);
  const chosen = await Promise.all(seeds.map((seed) => sampled(2, seed)));
  expect(new Set(chosen.map(({ length }) => length))).toEqual(new Set([2]));
  expect(new Set(chosen.flat()).size).toBeGreaterThan(days.length / 2);
  expect(await sampled(2, 7)).toEqual(chosen[7]);
  await records.closedDays.updateMany({}, { $unset: { chain: '' } } as never);
  expect(await sampled(days.length, 1)).toEqual([]);
  await restore();
});

test('archived journals have the digests of live ones, whoever computes them again', async () => {
  const digests = days.map(({ chain }) => chain);
  const restore = await kept(records);
  await records.closedDays.updateMany({}, { $unset: { chain: '' } } as never);
  const [first] = await verify(records);
  expect(first).toMatchObject({ digest: null, differences: [] });
  await Promise.all([chainDays(records), chainDays(records)]);
  expect((await closedDaysOf(records)).map(({ chain }) => chain)).toEqual(digests);
  await restore();
});

test('only the named days, and those of the digests', async () => {
  const [from, to] = [days[1]!._id, days[2]!._id];
  const last = days.at(-1)!;
  const expected = new Map([
    [last._id, last.chain!.digest],
    ['2001-01-01', last.chain!.digest],
  ]);
  const verified = await verify(records, { from, to, expected });
  expect(verified.map((each) => each.day)).toEqual([from, to, last._id, '2001-01-01']);
  expect(verified.at(-1)!.differences).toEqual(['it is not a closed day']);
  expect(verified.slice(0, -1).flatMap(({ differences }) => differences)).toEqual([]);
});
