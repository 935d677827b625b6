/** Kinds of journals that never move to the archive, and are not looked for there. */
import { randomUUID } from 'node:crypto';
import { History } from '../../bench/years/history';
import { movableOf } from '../../records/archive/finished';
import { ARCHIVE_AGE_MIN_MS } from '../../records/archive/archives';
import { archiveFinished } from '../../records/archive/move';
import { findJournals } from '../../records/queries/find-journals';
import { STAYING_KINDS } from '../../records/documents/journal';
import { workIn } from '../queries/work';
import { closeYesterday, recordsForFile } from './scenario';

const CHATS = 60;
const DAYS = 200;
const RUN_MS = 60_000;
const PAGE = 50;
const ANY = {
  account: undefined,
  orderId: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
  minScale8: undefined,
  maxScale8: undefined,
  behind: null,
} as const;

const records = recordsForFile();
const [accountId, sellerId] = [randomUUID(), randomUUID()];
beforeAll(async () => {
  const participants = {
    accountIds: [randomUUID(), accountId],
    sellerIds: [randomUUID(), sellerId],
  };
  await new History(records, participants, CHATS, DAYS).extendTo(CHATS, () => undefined);
  await closeYesterday(records);
  await archiveFinished(records, { ageMs: ARCHIVE_AGE_MIN_MS, runMs: RUN_MS });
});

test('no deposit, payout, refund or correction may move', async () => {
  const journals = await records.journals.find({ kind: { $in: [...STAYING_KINDS] } }).toArray();
  expect(journals.length).toBeGreaterThan(0);
  expect(await movableOf(records, 'journals', journals, new Date())).toEqual([]);
});

test('their pages examine what they return and nothing of the archive', async () => {
  expect(await records.archivedJournals.countDocuments({})).toBeGreaterThan(CHATS);
  for (const query of [
    { kind: 'payout' },
    { kind: 'payout', account: `seller:${sellerId}` },
    { kind: 'deposit', account: `buyer:${accountId}` },
  ] as const) {
    let found = 0;
    const { documents } = await workIn(records, async () => {
      found = (await findJournals(records, { ...ANY, ...query }, PAGE)).journals.length;
    });
    expect(found).toBeGreaterThan(0);
    expect({ query, documents }).toEqual({ query, documents: found });
  }
});
