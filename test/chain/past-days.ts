/** Some closed and chained days of two buyers and two sellers, and copies of what a test changes. */
import { randomUUID } from 'node:crypto';
import { History } from '../../bench/years/history';
import { archiveFinished } from '../../records/archive/move';
import { ARCHIVE_AGE_MIN_MS } from '../../records/archive/archives';
import { chainDays } from '../../records/chain/chain-days';
import type { VerifiedDay } from '../../records/chain/verify-day';
import { verifyDays } from '../../records/chain/verify-days';
import { closeDays } from '../../records/closings/close-days';
import type { ClosedDayDocument } from '../../records/documents/closed-day';
import type { WritableRecords } from '../../records/connect';

const CHATS = 60;
/** In two years: these fill the last 37 days, of which the first ones may be archived. */
const MOST = 1_200;

export async function makePast(records: WritableRecords): Promise<void> {
  const participants = {
    accountIds: [randomUUID(), randomUUID()],
    sellerIds: [randomUUID(), randomUUID()],
  };
  await new History(records, participants, MOST).extendTo(CHATS, () => undefined);
  await closeAnew(records);
}

/** As somebody who can write all of MongoDB makes a changed past agree. */
export async function closeAnew(records: WritableRecords): Promise<void> {
  // The past was inserted without waiting for a majority, whose journals are closed: this write waits.
  await records.closings.deleteMany({});
  await records.closedDays.deleteMany({});
  await closeDays(records, new Date());
  await chainDays(records);
}

/** The first days of the past. */
export async function archiveOld(records: WritableRecords): Promise<void> {
  await archiveFinished(records, { ageMs: ARCHIVE_AGE_MIN_MS, runMs: 60_000 });
}

export function closedDaysOf({ closedDays }: WritableRecords): Promise<ClosedDayDocument[]> {
  return closedDays.find({}).sort({ _id: 1 }).toArray();
}

export async function verify(
  records: WritableRecords,
  options?: Parameters<typeof verifyDays>[1],
): Promise<VerifiedDay[]> {
  const verified: VerifiedDay[] = [];
  for await (const day of verifyDays(records, options)) verified.push(day);
  return verified;
}

/** The collections with journals: live and archived. */
export function journalsOn({ journals, archivedJournals }: WritableRecords) {
  return [journals, archivedJournals];
}

const AS_STORED = { promoteValues: false, promoteLongs: false, useBigInt64: false } as const;

/** @returns what puts back all journals, closings and closed days */
export async function kept(records: WritableRecords): Promise<() => Promise<void>> {
  const database = records.connection.getClient().db(records.connection.name);
  const namesNow = async () =>
    (await database.listCollections().toArray())
      .map(({ name }) => name)
      .filter((name) => /^(?:(?:archived)?journals|closings|closeddays)/.test(name));
  const copies = new Map<string, object[]>();
  for (const name of await namesNow())
    copies.set(name, await database.collection(name).find({}, AS_STORED).toArray());
  return async () => {
    for (const name of await namesNow()) {
      await database.collection(name).deleteMany({});
      const documents = copies.get(name) ?? [];
      if (documents.length > 0) await database.collection(name).insertMany(documents);
    }
  };
}
