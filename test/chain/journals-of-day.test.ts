/** Pages of a day's journals: each once and in order, wherever it is stored and while it moves. */
import { Maintenance } from '../../exchange/maintenance/maintenance';
import { chainDays } from '../../records/chain/chain-days';
import { journalsOfDay } from '../../records/chain/journals-of-day';
import { closeDays } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import type { JournalDocument } from '../../records/documents/journal';
import { depositLines, newJournal } from '../../records/ledger/journal-lines';
import { dropRecords, openRecords } from '../records/scenario';
import { closedDaysOf } from './past-days';

const DAY_MS = 86_400_000;
/** Of the past, at the start of a day. */
const from = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 40 * DAY_MS);
const day = { from, until: new Date(from.getTime() + DAY_MS) };
/** Two full pages and one more journal; many of them have one time. */
const COUNT = 1_001;
const SAME_TIME = 700;

let records: WritableRecords;
let all: JournalDocument[];

beforeAll(async () => {
  records = await openRecords();
  // By code units the second text would come first, by bytes it is the last.
  const names = ['\uFF5E', '\u{1F600}', ...Array.from({ length: COUNT - 2 }, (_, at) => `${at}`)];
  all = names.map((name, at) =>
    newJournal({
      _id: `deposit:${name}`,
      kind: 'deposit',
      accountId: 'a',
      reference: name,
      lines: depositLines('a', 5n),
      createdAt: new Date(from.getTime() + (at < SAME_TIME ? 0 : at)),
    }),
  );
  await records.journals.insertMany(all);
});
afterAll(() => dropRecords(records));

/** As one transaction of the archive does. */
async function move(some: readonly JournalDocument[]): Promise<void> {
  await records.archivedJournals.insertMany([...some]);
  await records.journals.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
}

async function idsOf(pages: AsyncIterable<JournalDocument[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of pages) ids.push(...page.map(({ _id }) => _id));
  return ids;
}

test('each once, by time and by the bytes of the id, while they move to the archive', async () => {
  const live = await idsOf(journalsOfDay(records, day));
  expect(live).toHaveLength(COUNT);
  expect(live.indexOf('deposit:\u{1F600}')).toBeGreaterThan(live.indexOf('deposit:\uFF5E'));
  await closeDays(records, new Date());
  await chainDays(records);
  const [chained] = await closedDaysOf(records);
  await move(all.filter((_, at) => at % 3 === 0));
  expect(await idsOf(journalsOfDay(records, day))).toEqual(live);
  const reading = journalsOfDay(records, day);
  const first = (await reading.next()).value as JournalDocument[];
  await move(all.filter((_, at) => at % 3 === 1));
  expect([...first.map(({ _id }) => _id), ...(await idsOf(reading))]).toEqual(live);
  expect(chained).toMatchObject({ journals: COUNT });
});

test('the hourly check gives closed days their digests, and writes them into the log', async () => {
  await records.closedDays.updateMany({}, { $unset: { chain: '' } } as never);
  const told: unknown[] = [];
  const fail = (message: string, fields: unknown) => void told.push(message, fields);
  const log = {
    info: (...said: unknown[]) => void told.push(said),
    warn: fail,
    error: () => undefined,
  };
  await new Maintenance(
    { records, settings: {} } as never,
    {} as never,
    {} as never,
    async () => 0,
    log,
  ).checkLedger();
  const [chained] = await closedDaysOf(records);
  const { digest } = chained!.chain!;
  expect(told).toEqual([['A closed day has its digest', { day: chained!._id, digest }]]);
});
