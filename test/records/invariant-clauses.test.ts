/**
 * Each clause of the invariants that follow an answer (I16), the tape (I17) and webhooks (I19) has a
 * corruption that breaks this clause alone, and what is right beside it is no violation.
 */
import { foldSpan } from '../../followers/candles/fold';
import { checkInvariants } from '../../records/invariants/check-invariants';
import type { AttemptDocument } from '../../records/documents/fill';
import {
  MODEL,
  clearRecords,
  recordsForFile,
  fundedAccount,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const HOUR_MS = 3_600_000;
/** No trade enters the minute of this time any more. */
const EARLIER = new Date(Date.now() - HOUR_MS);
const agoMs = (ms: number) => new Date(Date.now() - ms);

const records = recordsForFile();
let settledId: string;
let releasedId: string;

beforeEach(async () => {
  await clearRecords(records);
  const accountId = await fundedAccount(records, 10_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const parts = { accountId, askId, quantityTokens: 1_000 };
  settledId = await reserve(records, parts);
  await records.ledger.settleFill(settlement(settledId, 700));
  releasedId = await reserve(records, parts);
  await records.ledger.releaseFill({ fillId: releasedId, reason: 'seller_failed' });
});

async function violated(): Promise<string[]> {
  const results = await checkInvariants(records);
  expect(results.filter(({ status }) => status === 'error')).toEqual([]);
  return results.filter(({ status }) => status === 'violated').map(({ id }) => id);
}

describe('I16: attempts', () => {
  const attempt = (number: number, state: AttemptDocument['state']): AttemptDocument => ({
    number,
    state,
    startedAt: EARLIER,
    endedAt: EARLIER,
    reason: null,
    detail: null,
  });
  const setAttempts = (_id: string, attempts: AttemptDocument[]) =>
    records.fills.updateOne({ _id }, { $set: { attempts } });

  test('a released fill that two attempts delivered', async () => {
    await setAttempts(releasedId, [attempt(1, 'delivered'), attempt(2, 'delivered')]);
    expect(await violated()).toEqual(['I16']);
  });

  test('a settled fill that none delivered', async () => {
    await setAttempts(settledId, [attempt(1, 'failed'), attempt(2, 'unknown')]);
    expect(await violated()).toEqual(['I16']);
  });

  test('two attempts of one number', async () => {
    await setAttempts(settledId, [attempt(1, 'failed'), attempt(1, 'delivered')]);
    expect(await violated()).toEqual(['I16']);
  });

  test('a released fill may have been delivered once, a settled one behind others', async () => {
    await setAttempts(releasedId, [attempt(1, 'delivered')]);
    await setAttempts(settledId, [attempt(1, 'failed'), attempt(2, 'delivered')]);
    expect(await violated()).toEqual([]);
  });
});

describe('I17: candles', () => {
  beforeEach(async () => {
    await records.trades.updateOne({ _id: settledId }, { $set: { executedAt: EARLIER } });
    const fromMs = EARLIER.getTime();
    const span = { fromMs, toMs: fromMs + 1 };
    await foldSpan(records, { modelId: MODEL, tenor: 'spot' }, span, 1);
    expect(await violated()).toEqual([]);
  });
  const ofMinutes = { interval: '1m', region: 'any' } as const;

  test('another volume', async () => {
    await records.candles.updateMany(ofMinutes, { $inc: { volumeTokens: -1 } });
    expect(await violated()).toEqual(['I17']);
  });

  test('another gross', async () => {
    await records.candles.updateMany(ofMinutes, [
      { $set: { grossScale8: { $add: ['$grossScale8', 1] } } },
    ]);
    expect(await violated()).toEqual(['I17']);
  });

  test('the minute whose last trades are still young is left out as a whole', async () => {
    const minuteMs = Math.floor(EARLIER.getTime() / 60_000) * 60_000;
    const executedAt = new Date(minuteMs + 45_000);
    await records.trades.updateOne({ _id: settledId }, { $set: { executedAt } });
    const now = jest.spyOn(Date, 'now').mockReturnValue(minuteMs + 10 * 60_000 + 30_000);
    const found = await violated();
    now.mockRestore();
    expect(found).toEqual([]);
  });

  test('a candle of another minute than its trade', async () => {
    const time = new Date(Math.floor(EARLIER.getTime() / 60_000) * 60_000 - 60_000);
    await records.candles.updateMany(ofMinutes, { $set: { time } });
    expect(await violated()).toEqual(['I17']);
  });
});

describe('I19: webhook endpoints', () => {
  const endpoint = (fields: object) => ({
    _id: 'endpoint',
    participant: 'seller',
    slot: 0,
    url: 'https://example.com/',
    secrets: [],
    eventTypes: null,
    description: null,
    sealedWith: 'k1',
    status: 'enabled' as const,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    failures: 0,
    wakes: 1,
    createdAt: EARLIER,
    updatedAt: EARLIER,
    dueAt: agoMs(2 * HOUR_MS),
    leasedUntil: agoMs(2 * HOUR_MS),
    ...fields,
  });
  const violatedWith = async (fields: object) => {
    await records.webhookEndpoints.insertOne(endpoint(fields));
    return violated();
  };

  test('one that is due, and that nobody looks at', async () => {
    expect(await violatedWith({})).toEqual(['I19']);
  });

  test.each([
    ['disabled', { status: 'disabled' }],
    ['due within the hour', { dueAt: agoMs(HOUR_MS / 2) }],
    ['not due', { dueAt: null }],
    ['leased until a short time ago', { leasedUntil: agoMs(HOUR_MS / 2) }],
  ])('one that is %s is right', async (_what, fields) => {
    expect(await violatedWith(fields)).toEqual([]);
  });
});
