/** What the exchange does by itself from time to time: all of it, and only what the operator allows. */
import type { Settings } from '../../config/settings';
import { ARCHIVE_DAYS_MIN } from '../../domain/archive';
import { Maintenance } from '../../exchange/maintenance/maintenance';
import { makePast } from '../chain/past-days';
import { recordsForFile } from '../records/scenario';

const DAY_HOURS = 24;

const records = recordsForFile();
beforeAll(async () => {
  await makePast(records);
});

interface Parts {
  readonly settings?: Partial<Settings>;
  /** What becomes of the sweep of the standings. */
  readonly sweep?: () => Promise<number>;
}

function chores({ settings = {}, sweep = async () => 0 }: Parts = {}) {
  const said: unknown[][] = [];
  const log = {
    info: () => undefined,
    warn: (...words: unknown[]) => void said.push(words),
    error: (...words: unknown[]) => void said.push(words),
  };
  const all = { ARCHIVE_AFTER_DAYS: 0, ANSWER_RETENTION_HOURS: 1, ...settings };
  const deps = { records, standings: { sweep }, settings: { JUDGING_WINDOW_MS: 0, ...all } };
  const nothing = { end: async () => 2, finishOrphans: async () => 3 };
  return {
    maintenance: new Maintenance(deps as never, nothing, nothing, async () => 0, log),
    said,
  };
}

const archived = () => records.archivedFills.countDocuments({});

test('nothing is archived before the operator allows it, nor before a key is forgotten', async () => {
  const days = ARCHIVE_DAYS_MIN;
  for (const settings of [
    { ARCHIVE_AFTER_DAYS: 0 },
    { ARCHIVE_AFTER_DAYS: days, ANSWER_RETENTION_HOURS: 365 * DAY_HOURS },
    { ARCHIVE_AFTER_DAYS: 365, ANSWER_RETENTION_HOURS: 1 },
  ]) {
    const { maintenance, said } = chores({ settings });
    expect(await maintenance.finishOrphans()).toBe(5);
    expect(said).toEqual([]);
    expect(await archived()).toBe(0);
  }
  const settings = { ARCHIVE_AFTER_DAYS: days, ANSWER_RETENTION_HOURS: DAY_HOURS };
  await chores({ settings }).maintenance.finishOrphans();
  expect(await archived()).toBeGreaterThan(0);
});

test('a chore that fails is late, and the others are done', async () => {
  await records.closings.deleteMany({});
  await records.closedDays.deleteMany({});
  const sweep = () => Promise.reject(new Error('no answer'));
  const { maintenance, said } = chores({ sweep });
  expect(await maintenance.finishOrphans()).toBe(5);
  expect(said).toEqual([['Standings are late', { err: 'no answer' }]]);
  expect(await records.closedDays.countDocuments({})).toBeGreaterThan(0);
});

test('the first violation of an invariant is told to the operator, with what violates it', async () => {
  expect((await chores().maintenance.checkLedger()).violations).toBe(0);
  const [balance] = await records.balances.find({}).toArray();
  const overdrawn = { $set: { heldScale8: balance!.postedScale8 + 1n } };
  await records.balances.updateOne({ _id: balance!._id }, overdrawn);
  const { maintenance, said } = chores();
  const { violations } = await maintenance.checkLedger();
  expect(violations).toBeGreaterThan(0);
  expect(said).toContainEqual([
    'An invariant is violated',
    expect.objectContaining({ id: 'I4', violations: 1, samples: [balance!._id] }),
  ]);
});
