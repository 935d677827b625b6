/** A key never spends more than its limit: in parallel, in several processes, across its periods. */
import { v7 as uuidV7 } from 'uuid';
import type { BuyerKeyDocument } from '../../records/documents/buyer-key';
import { readKeySpend } from '../../records/ledger/key-spend';
import type { WritableRecords } from '../../records/connect';
import {
  expectSound,
  fundedAccount,
  openProcesses,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

const ONE = 100_000_000n;
const DAY_MS = 86_400_000;

let processes: Awaited<ReturnType<typeof openProcesses>>;
let records: WritableRecords;
beforeAll(async () => {
  processes = await openProcesses(2);
  records = processes.all[0]!.records;
});
afterEach(() => expectSound(records));
afterAll(() => processes.close());

let accountId: string;
let askId: string;
beforeEach(async () => {
  accountId = await fundedAccount(records, 1_000n * ONE);
  askId = await placedAsk(records, { capacityTokens: 1_000_000 });
});

async function limitedKey(terms: Partial<BuyerKeyDocument>): Promise<string> {
  const key = { _id: uuidV7(), accountId, hash: uuidV7(), label: null, quotas: {} };
  const times = { createdAt: new Date(), revokedAt: null };
  await records.buyerKeys.insertOne({ ...key, ...times, ...terms });
  return key._id;
}

/** Each token costs a thousandth of one. */
async function reserveBy(keyId: string, isCapped = true, tokens = 1_000, process = 0) {
  const request = await reservation(records, { accountId, askId, quantityTokens: tokens });
  const order = { ...request.order, keyId, ...(isCapped ? { isCapped: true as const } : {}) };
  const { ledger } = processes.all[process]!.records;
  const { status, ...rest } = await ledger.reserveFill({ ...request, order });
  return { status, reason: 'reason' in rest ? rest.reason : null, fillId: request.fill.fillId };
}

const spendOf = async (keyId: string) => (await readKeySpend(records, [keyId])).get(keyId)!;

test.each([1, 2])(
  'of 50 requests at once, %i process(es) reserve for exactly the limit',
  async (n) => {
    const keyId = await limitedKey({ limitScale8: 7n * ONE });
    const all = Array.from({ length: 50 }, (_, index) => reserveBy(keyId, true, 1_000, index % n));
    const results = await Promise.all(all);
    const reserved = results.filter(({ status }) => status === 'reserved');
    expect(reserved).toHaveLength(7);
    const refused = results.filter(({ status }) => status !== 'reserved');
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['key_limit_reached']));
    expect(await spendOf(keyId)).toMatchObject({ remainingScale8: 0n, usedScale8: 0n });
  },
);

test('a limit that lacks one unit refuses the last request', async () => {
  const keyId = await limitedKey({ limitScale8: 3n * ONE - 1n });
  const results = await Promise.all([1, 2, 3].map(() => reserveBy(keyId)));
  expect(results.filter(({ status }) => status === 'reserved')).toHaveLength(2);
  expect((await reserveBy(keyId, true, 999)).status).toBe('reserved');
  expect(await spendOf(keyId)).toMatchObject({ remainingScale8: ONE / 1_000n - 1n });
});

test('what is released or not used is there again, and once', async () => {
  const keyId = await limitedKey({ limitScale8: 2n * ONE });
  const [first, second] = [await reserveBy(keyId), await reserveBy(keyId)];
  const { ledger } = records;
  for (let repeated = 0; repeated < 2; repeated += 1) {
    await ledger.releaseFill({ fillId: first.fillId, reason: 'seller_failed' });
    await ledger.settleFill(settlement(second.fillId, 400));
  }
  const used = (4n * ONE) / 10n;
  expect(await spendOf(keyId)).toEqual({
    remainingScale8: 2n * ONE - used,
    usedScale8: used,
    dailyScale8: used,
    weeklyScale8: used,
    monthlyScale8: used,
  });
  expect((await reserveBy(keyId, true, 1_600)).status).toBe('reserved');
  expect((await reserveBy(keyId, true, 1)).reason).toBe('key_limit_reached');
});

test.each(['daily', 'weekly', 'monthly'] as const)(
  'a %s limit counts its own period, and what is held when it begins',
  async (limitReset) => {
    const keyId = await limitedKey({ limitScale8: 2n * ONE, limitReset });
    const { fillId } = await reserveBy(keyId);
    await records.ledger.settleFill(settlement(fillId, 1_000));
    expect((await reserveBy(keyId)).status).toBe('reserved');
    expect((await reserveBy(keyId)).reason).toBe('key_limit_reached');
    const past = new Date(Date.now() - 32 * DAY_MS);
    await records.buyerKeys.updateOne(
      { _id: keyId },
      { $set: { [`spend.${limitReset}.since`]: past } },
    );
    expect(await spendOf(keyId)).toMatchObject({ usedScale8: ONE, remainingScale8: ONE });
    expect((await reserveBy(keyId)).status).toBe('reserved');
    expect((await reserveBy(keyId)).reason).toBe('key_limit_reached');
  },
);

test('a limit that is lowered, raised or removed counts for the next request', async () => {
  const keyId = await limitedKey({ limitScale8: 5n * ONE });
  const limit = (limitScale8: bigint | null) =>
    records.buyerKeys.updateOne({ _id: keyId }, { $set: { limitScale8 } });
  const { fillId } = await reserveBy(keyId);
  await limit(ONE / 2n);
  expect((await reserveBy(keyId, true, 1)).reason).toBe('key_limit_reached');
  await limit(2n * ONE);
  expect((await reserveBy(keyId)).status).toBe('reserved');
  await limit(null);
  expect((await reserveBy(keyId)).status).toBe('reserved');
  await records.ledger.settleFill(settlement(fillId, 1_000));
});

test('a key without a limit counts what it uses, and holds nothing', async () => {
  const keyId = await limitedKey({});
  const { fillId } = await reserveBy(keyId, false);
  await records.ledger.settleFill(settlement(fillId, 250));
  expect(await spendOf(keyId)).toMatchObject({ remainingScale8: null, usedScale8: ONE / 4n });
  const { spend } = (await records.buyerKeys.findOne({ _id: keyId }))!;
  expect(spend).toMatchObject({ heldScale8: 0n });
});

test('a request whose key is gone from the records is settled all the same', async () => {
  const { fillId } = await reserveBy(uuidV7(), false);
  const settled = await records.ledger.settleFill(settlement(fillId, 250));
  expect(settled).toMatchObject({ status: 'settled' });
  await records.fills.updateOne({ _id: fillId }, { $unset: { keyId: '' } }); // for the check of the sums
});
