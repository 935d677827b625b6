/**
 * Closed days: balances, payables and statements are the same with them and without them, and
 * whatever is wrong in them or behind them is found.
 */
import { CLOSING_DELAY_MS, closeDays, newestClosedDay } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { dropRecords, expectSound, fundedAccount, openRecords } from '../records/scenario';
import { followClock } from '../simulation/server-time';
import { type Parties, newParties, step } from '../statements/histories';
import { of, readWhole } from '../statements/reading';

const DAY_MS = 86_400_000;
const DAYS = 4;
const STEPS_PER_DAY = 12;
const STEP_MS = 1_000;
const NOT_DATES = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;
/** As many as there are: whichever the seed chooses, the days of the corruptions are among them. */
const RECENT = { recent: { days: 10 * DAYS, seed: 7 } };
const NO_SAMPLE = { recent: { days: 0, seed: 7 } };

let records: WritableRecords;
let parties: Parties;
let endClock: () => void;

/**
 * Some days of an account and a seller, with ids and journals of their times, and today. Made once:
 * ids never go back in time.
 */
beforeAll(async () => {
  records = await openRecords();
  endClock = followClock(records.connection.getClient());
  const startMs = Date.now();
  await atTime(startMs - (DAYS + 1) * DAY_MS, async () => {
    parties = await newParties(records, await fundedAccount(records, 100_000_000_000n));
  });
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    for (let count = STEPS_PER_DAY; count > 0; count -= 1) {
      await atTime(startMs - daysAgo * DAY_MS - count * STEP_MS, () => step(records, parties));
    }
  }
  await expectSound(records);
});

afterEach(async () => {
  await records.closings.deleteMany({});
  await records.closedDays.deleteMany({});
});
afterAll(() => {
  endClock();
  return dropRecords(records);
});

/** Only the clock of this process is another one; the servers and timers keep theirs. */
async function atTime(now: number, act: () => Promise<void>): Promise<void> {
  jest.useFakeTimers({ now, doNotFake: [...NOT_DATES] });
  try {
    await act();
  } finally {
    jest.useRealTimers();
  }
}

/** Everything that is summed from journals. */
async function sums() {
  const { accountId, sellerId } = parties;
  const yesterday = { from: new Date(Date.now() - 1.5 * DAY_MS), to: null };
  const statements = [of('account', accountId), of('seller', sellerId)].flatMap((one) => [
    one,
    { ...one, ...yesterday },
    { ...one, ...yesterday, to: new Date(Date.now() - 0.5 * DAY_MS) },
  ]);
  const read = [];
  for (const statement of statements) {
    const { openingScale8, closingScale8 } = await readWhole(records, statement, 1_000);
    read.push([openingScale8, closingScale8]);
  }
  return { read, payable: await records.ledger.sellerPayableScale8(sellerId) };
}

const closeAll = () => closeDays(records, new Date(Date.now() + CLOSING_DELAY_MS));
const violated = async (extent: Parameters<typeof checkInvariants>[1]) =>
  (await checkInvariants(records, extent))
    .filter(({ status }) => status !== 'ok')
    .map(({ id }) => id);

describe('closed days', () => {
  it('change no statement and no payable balance', async () => {
    const before = await sums();
    expect(await closeAll()).toBeGreaterThanOrEqual(DAYS - 1);
    expect(await sums()).toEqual(before);
    await step(records, parties);
    expect(await violated(RECENT)).toEqual([]);
    expect(await violated('all')).toEqual([]);
    expect(await closeAll()).toBe(0);
  });

  it('change no payable balance of a seller that was paid out before them, or never', async () => {
    const { payable } = await sums();
    const atFirst = { earnedUntil: new Date(0), earnedScale8: 0n };
    await records.payables.updateOne({ _id: parties.sellerId }, { $set: atFirst });
    await closeAll();
    expect((await sums()).payable).toBe(payable);
  });

  it('are closed an hour after their end, and not before', async () => {
    const first = await records.journals.find({}).sort({ createdAt: 1 }).limit(1).next();
    const endMs = (Math.floor(first!.createdAt.getTime() / DAY_MS) + 1) * DAY_MS;
    expect(await closeDays(records, new Date(endMs + CLOSING_DELAY_MS - 1))).toBe(0);
    expect(await closeDays(records, new Date(endMs + CLOSING_DELAY_MS))).toBe(1);
    expect((await newestClosedDay(records))?.until).toEqual(new Date(endMs));
  });

  it('are closed again after a crash, and by two processes at once', async () => {
    await closeAll();
    const all = () => records.closings.find({}).sort({ _id: 1 }).toArray();
    const whole = await all();
    const newest = (await newestClosedDay(records))!;
    await records.closedDays.deleteOne({ _id: newest._id });
    await records.closings.deleteOne({ _id: `${newest._id} buyer:${parties.accountId}` });
    await Promise.all([closeAll(), closeAll()]);
    expect(await all()).toEqual(whole);
  });
});

describe('a check of recent records finds', () => {
  beforeEach(closeAll);
  const newestOf = (account: string) =>
    records.closings
      .find({ account: account as never })
      .sort({ until: -1 })
      .limit(1)
      .next();

  it('a closing total of a buyer that was changed', async () => {
    const closing = await newestOf(`buyer:${parties.accountId}`);
    await records.closings.updateOne({ _id: closing!._id }, { $inc: { 'total.postedScale8': 1n } });
    expect(await violated(NO_SAMPLE)).toEqual(['I3']);
    expect(await violated(RECENT)).toEqual(['I3', 'I29']);
    expect(await violated('all')).toEqual(['I29']);
  });

  it('a closing total of a seller that was changed', async () => {
    const closing = await newestOf(`seller:${parties.sellerId}`);
    await records.closings.updateOne({ _id: closing!._id }, { $inc: { 'total.postedScale8': 1n } });
    expect(await violated(NO_SAMPLE)).toEqual(['I3b']);
  });

  it('an old journal whose amounts were changed, in its sample', async () => {
    const { until } = (await newestClosedDay(records))!;
    const old = await records.journals.findOne({ createdAt: { $lt: until }, kind: 'deposit' });
    await records.journals.updateOne(
      { _id: old!._id },
      { $inc: { 'lines.0.amountScale8': 1n, 'lines.1.amountScale8': 1n } },
    );
    expect(await violated(NO_SAMPLE)).toEqual([]);
    expect(await violated(RECENT)).toEqual(['I29']);
    expect(await violated('all')).toEqual(['I3', 'I29']);
    await records.journals.replaceOne({ _id: old!._id }, old!);
    expect(await violated('all')).toEqual([]);
  });

  it('an old journal whose reason was changed, or that is gone', async () => {
    const { from } = (await newestClosedDay(records))!;
    const old = await records.journals.findOne({ createdAt: { $gte: from } });
    await records.journals.updateOne({ _id: old!._id }, { $set: { reason: 'another' } });
    expect(await violated('all')).toEqual(['I29']);
    await records.journals.deleteOne({ _id: old!._id });
    expect(await violated(RECENT)).toEqual(['I29']);
    await records.journals.insertOne(old!);
    expect(await violated('all')).toEqual([]);
  });
});
