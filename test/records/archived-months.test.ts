/**
 * Which months of the archive a request needs is found without reading all of them: ten years of
 * five kinds have six hundred. Counted in documents that MongoDB examined.
 */
import { uuidV7At } from '../../domain/ids';
import { ARCHIVED, archiveName, boundsOf, monthAt } from '../../records/archive/months';
import { pastJournals, pastTrades } from '../../records/archive/past';
import { archivedMonths } from '../../records/archive/with-archive';
import { atOneMoment } from '../../records/at-one-moment';
import type { WritableRecords } from '../../records/connect';
import { lotsOf } from '../../records/contract-lots';
import { journalMonthsAt } from '../../records/statements/at-cluster-time';
import { randomUUID } from 'node:crypto';
import { dropRecords, openRecords } from './scenario';

const MONTHS = 120;
const MONTH_MS = 30.4 * 86_400_000;
/** Those of the period, and of the months beside it. */
const EXAMINED_MAX = 4;

const agoMs = (months: number) => Date.now() - months * MONTH_MS;
const YEAR_AGO = { from: new Date(agoMs(12)), until: new Date(agoMs(11.9)) };
const TO_DATE = { from: new Date(agoMs(3.5)), until: new Date() };

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
  const names = Array.from({ length: MONTHS }, (_, index) => monthAt(agoMs(index + 3)));
  await records.archiveMonths.insertMany(
    ARCHIVED.flatMap((of) =>
      [...new Set(names)].map((month) => {
        return { _id: archiveName(of, month), of, ...boundsOf(month), records: 0 };
      }),
    ) as never,
  );
});
afterAll(() => dropRecords(records));

const READS: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'a statement from some months ago',
    () => journalMonthsAt(records, { place: 'seller:some', ...TO_DATE }),
  ],
  [
    'a page of trades from some months ago',
    () => pastTrades(records).page({ filter: {}, sorting: 'newest', limit: 5, ...TO_DATE }),
  ],
  [
    'a statement of a time of last year',
    () => journalMonthsAt(records, { place: 'seller:some', ...YEAR_AGO }),
  ],
  [
    'a page of trades of a time of last year',
    () => pastTrades(records).page({ filter: {}, sorting: 'newest', limit: 5, ...YEAR_AGO }),
  ],
  [
    'candles of a day of last year',
    () =>
      atOneMoment(records.connection, (session) =>
        archivedMonths(records, session, { of: 'trades', within: YEAR_AGO }),
      ),
  ],
  [
    'a number of journals from some months ago',
    () => pastJournals(records).count({ kind: 'payout' }, { from: TO_DATE.from, limit: 5 }),
  ],
  [
    'the lots of a contract of last year',
    () => {
      const contractId = uuidV7At(YEAR_AGO.from.getTime(), randomUUID());
      return atOneMoment(records.connection, (session) => lotsOf(records, contractId, session));
    },
  ],
];

test.each(READS)('%s', async (_, read) => {
  const { connection } = records;
  const database = connection.getClient().db(connection.name);
  const profile = database.collection('system.profile');
  await database.command({ profile: 2 });
  await read();
  await database.command({ profile: 0 });
  const ns = `${connection.name}.archivemonths`;
  const rows = await profile.find<{ docsExamined?: number }>({ ns }).toArray();
  await profile.drop();
  expect(rows.length).toBeGreaterThan(0);
  const examined = rows.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
  expect(examined).toBeLessThanOrEqual(EXAMINED_MAX);
});
