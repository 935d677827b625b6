/**
 * What the checks of the invariants read, counted in documents that MongoDB examined. A recent check
 * reads the same however long the past is; a check of all records reads in proportion to it.
 */
import { randomUUID } from 'node:crypto';
import { History } from '../../bench/years/history';
import { closeDays } from '../../records/closings/close-days';
import {
  type Extent,
  INVARIANTS,
  checkInvariants,
} from '../../records/invariants/check-invariants';
import { recordsForFile } from './scenario';

/** In two years. */
const MOST_CHATS = 20_000;
const SHORT_CHATS = 1_000;
const TIMES_LONGER = 4;
const GROWTH_MAX = 1.3;
/** Of an invariant that examines only a few. */
const NOISE_DOCUMENTS = 50;

const RECENT = { recent: { days: 2, seed: 1 } };

const records = recordsForFile();

test('a past of four times the length', async () => {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const participants = { accountIds: ids(20), sellerIds: ids(5) };
  const history = new History(records, participants, MOST_CHATS);
  const [short, long] = [
    await examinedIn(history, SHORT_CHATS),
    await examinedIn(history, TIMES_LONGER * SHORT_CHATS),
  ];
  const growing = (kind: 'recent' | 'all', growthMax: number) =>
    INVARIANTS.map(({ id }) => id).filter(
      (id) => long[kind].get(id)! > growthMax * short[kind].get(id)! + NOISE_DOCUMENTS,
    );
  expect(growing('recent', GROWTH_MAX)).toEqual([]);
  expect(growing('all', GROWTH_MAX * TIMES_LONGER)).toEqual([]);
});

/** Documents by invariant, after all days of the past were closed. */
async function examinedIn(history: History, chats: number) {
  await history.extendTo(chats, () => undefined);
  await records.closings.deleteMany({});
  await records.closedDays.deleteMany({});
  await closeDays(records, new Date());
  const [newest] = await records.lots.find({}).sort({ _id: -1 }).limit(1).toArray();
  const endsAt = new Date(Date.now() + 3_600_000);
  await records.lots.updateOne({ _id: newest!._id }, { $set: { status: 'open', endsAt } });
  return { recent: await examinedBy(RECENT), all: await examinedBy('all') };
}

async function examinedBy(extent: Extent): Promise<ReadonlyMap<string, number>> {
  const { connection } = records;
  const database = connection.getClient().db(connection.name);
  await database.command({ profile: 2 });
  const results = await checkInvariants(records, extent);
  await database.command({ profile: 0 });
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  const profile = database.collection('system.profile');
  const rows = await profile
    .aggregate<{ _id: string; documents: number }>([
      { $match: { 'command.comment': /^invariant / } },
      { $group: { _id: '$command.comment', documents: { $sum: '$docsExamined' } } },
    ])
    .toArray();
  await profile.drop();
  return new Map(rows.map(({ _id, documents }) => [_id.replace('invariant ', ''), documents]));
}
