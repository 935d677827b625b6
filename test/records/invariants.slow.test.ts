import { bucketStart } from '../../domain/candles';
import { foldSpan } from '../../followers/candles/fold';
import { CHAIN_ID } from '../../records/chain/check-chain';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { CLOSINGS_ID } from '../../records/invariants/closings';
import { contractInvariants } from '../../records/invariants/contracts';
import {
  MODEL,
  clearRecords,
  closeYesterday,
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const ONE = 100_000_000n;
const HOUR_MS = 3_600_000;
/** No trade enters the minute of this time any more. */
const EARLIER = new Date(Date.now() - HOUR_MS);
const TWO_HOURS_AGO = new Date(Date.now() - 2 * HOUR_MS);

const ENDPOINT = {
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
  dueAt: TWO_HOURS_AGO,
  leasedUntil: TWO_HOURS_AGO,
  createdAt: TWO_HOURS_AGO,
  updatedAt: TWO_HOURS_AGO,
};

interface Trading {
  accountId: string;
  askId: string;
  settledId: string;
  reservedId: string;
  releasedId: string;
  /** The order that was filled. */
  orderId: string;
  sellerId: string;
}

const records = recordsForFile();
let trading: Trading;

/** A bit of everything: a settled, a reserved and a released fill of one ask. */
beforeEach(async () => {
  await clearRecords(records);
  const accountId = await fundedAccount(records, 100n * ONE);
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const parts = { accountId, askId, quantityTokens: 1_000 };
  const settledId = await reserve(records, parts);
  await records.ledger.settleFill(settlement(settledId, 700, { fees: () => 100 }));
  const releasedId = await reserve(records, parts);
  await records.ledger.releaseFill({ fillId: releasedId, reason: 'seller_failed' });
  const reservedId = await reserve(records, parts);
  const { orderId, sellerId } = (await records.fills.findOne({ _id: settledId }))!;
  trading = { accountId, askId, settledId, reservedId, releasedId, orderId, sellerId };
  await expectSound(records);
});

/** The follower's candles of an earlier minute with one trade. */
async function candleOfTheTrade(): Promise<void> {
  await records.trades.updateOne({ _id: trading.settledId }, { $set: { executedAt: EARLIER } });
  const fromMs = EARLIER.getTime();
  await foldSpan(records, { modelId: MODEL, tenor: 'spot' }, { fromMs, toMs: fromMs + 1 }, 1);
}
const candleId = () => `${MODEL}|spot|any|1m|${bucketStart('1m', EARLIER.getTime())}`;

type Corruption = [id: string, what: string, corrupt: () => Promise<unknown>, where: () => string];

const corruptions: Corruption[] = [
  [
    'I1',
    'a journal whose line was raised',
    () =>
      records.journals.updateOne(
        { _id: `capture:${trading.settledId}` },
        { $inc: { 'lines.2.amountScale8': 1n } },
      ),
    () => `capture:${trading.settledId}`,
  ],
  [
    'I1',
    'an amount that is no int64',
    () =>
      records.journals.updateOne({ _id: `hold:${trading.reservedId}` }, [
        {
          $set: {
            lines: {
              $map: {
                input: '$lines',
                in: {
                  $mergeObjects: ['$$this', { amountScale8: { $toDouble: '$$this.amountScale8' } }],
                },
              },
            },
          },
        },
      ]),
    () => `hold:${trading.reservedId}`,
  ],
  [
    'I2',
    'a line that was dropped',
    () =>
      records.journals.updateOne(
        { _id: `deposit:${trading.accountId}:first` },
        { $pop: { lines: 1 } },
      ),
    () => 'posted',
  ],
  [
    'I3',
    'a balance that was changed without a journal',
    () => records.balances.updateOne({ _id: trading.accountId }, { $inc: { postedScale8: 1n } }),
    () => trading.accountId,
  ],
  [
    'I3',
    'a journal that did not reach its balance',
    () => records.balances.updateOne({ _id: trading.accountId }, { $inc: { version: -1 } }),
    () => trading.accountId,
  ],
  [
    'I3b',
    'a payout that no journal tells of',
    () =>
      records.payables.insertOne({
        _id: trading.sellerId,
        paidScale8: 1n,
        earnedScale8: 0n,
        earnedUntil: new Date(0),
        version: 1,
        updatedAt: new Date(),
      }),
    () => trading.sellerId,
  ],
  [
    'I3b',
    'a checkpoint that misses an earning',
    () =>
      records.payables.insertOne({
        _id: trading.sellerId,
        paidScale8: 0n,
        earnedScale8: 0n,
        earnedUntil: new Date(),
        version: 1,
        updatedAt: new Date(),
      }),
    () => trading.sellerId,
  ],
  [
    'I4',
    'an account that is overdrawn',
    () =>
      records.balances.updateOne({ _id: trading.accountId }, { $set: { heldScale8: 101n * ONE } }),
    () => trading.accountId,
  ],
  [
    'I5',
    'a hold that does not add up',
    () =>
      records.fills.updateOne({ _id: trading.settledId }, { $inc: { 'hold.releasedScale8': 1n } }),
    () => trading.settledId,
  ],
  [
    'I5',
    'a hold that was resolved twice',
    async () => {
      const journal = await records.journals.findOne({ _id: `release:${trading.releasedId}` });
      await records.journals.insertOne({ ...journal!, _id: 'release:again' });
    },
    () => trading.releasedId,
  ],
  [
    'I5',
    'a hold that no journal took',
    () => records.journals.deleteOne({ _id: `hold:${trading.reservedId}` }),
    () => trading.reservedId,
  ],
  [
    'I6',
    'an open hold that the balance does not know',
    () =>
      records.fills.updateOne(
        { _id: trading.reservedId },
        { $set: { 'hold.openScale8': 2n * ONE } },
      ),
    () => trading.accountId,
  ],
  [
    'I7',
    'a capture above its hold',
    () =>
      records.fills.updateOne(
        { _id: trading.settledId },
        { $set: { 'hold.capturedScale8': 2n * ONE } },
      ),
    () => trading.settledId,
  ],
  [
    'I7',
    'a hold at a price above the ceiling',
    () => records.orders.updateMany({}, { $set: { ceilingScale8: ONE - 1n } }),
    () => trading.settledId,
  ],
  [
    'I8',
    'a settled fill without its trade',
    () => records.trades.deleteOne({ _id: trading.settledId }),
    () => trading.settledId,
  ],
  [
    'I8',
    'a trade without its capture',
    () => records.journals.deleteOne({ _id: `capture:${trading.settledId}` }),
    () => trading.settledId,
  ],
  [
    'I8',
    'a capture that pays another seller',
    () =>
      records.journals.updateOne(
        { _id: `capture:${trading.settledId}` },
        { $set: { sellerId: 'another' } },
      ),
    () => trading.settledId,
  ],
  [
    'I9',
    'a trade that costs more than price x quantity',
    () =>
      records.trades.updateOne(
        { _id: trading.settledId },
        { $inc: { grossScale8: 1n, netScale8: 1n } },
      ),
    () => trading.settledId,
  ],
  [
    'I9',
    'a fee that nobody posted',
    () =>
      records.trades.updateOne(
        { _id: trading.settledId },
        { $inc: { feeScale8: 1n, netScale8: -1n } },
      ),
    () => trading.settledId,
  ],
  [
    'I10',
    'a filled order whose fill is another',
    () => records.orders.updateOne({ fillId: trading.settledId }, { $set: { fillId: 'another' } }),
    () => trading.orderId,
  ],
  [
    'I10',
    'an order with two live fills',
    async () => {
      const { orderId } = trading;
      await records.fills.updateOne({ _id: trading.reservedId }, { $set: { orderId } });
    },
    () => trading.orderId,
  ],
  [
    'I16',
    'a settled fill whose answer nobody delivered',
    () =>
      records.fills.updateOne(
        { _id: trading.settledId },
        { $set: { 'attempts.0.state': 'failed' } },
      ),
    () => trading.settledId,
  ],
  [
    'I16',
    'an answer that was delivered twice',
    () =>
      records.fills.updateOne({ _id: trading.settledId }, [
        { $set: { attempts: { $concatArrays: ['$attempts', '$attempts'] } } },
      ]),
    () => trading.settledId,
  ],
  [
    'I28',
    'a request under way that holds nothing',
    () => records.balances.updateOne({ _id: trading.accountId }, { $inc: { requestsUnderWay: 1 } }),
    () => trading.accountId,
  ],
  [
    'I11',
    'an ask that was sold twice',
    () =>
      records.asks.updateOne(
        { _id: trading.askId },
        { $inc: { soldTokens: 700, remainingTokens: -700 } },
      ),
    () => trading.askId,
  ],
  [
    'I11',
    'an ask that lost capacity',
    () => records.asks.updateOne({ _id: trading.askId }, { $inc: { remainingTokens: -1 } }),
    () => trading.askId,
  ],
  [
    'I17',
    'a candle with more volume than its trades',
    async () => {
      await candleOfTheTrade();
      await records.candles.updateMany({ interval: '1m' }, { $inc: { volumeTokens: 1 } });
    },
    () => candleId(),
  ],
  [
    'I19',
    'an endpoint that nobody looks at',
    () => records.webhookEndpoints.insertOne(ENDPOINT),
    () => ENDPOINT._id,
  ],
];

const RECENT = { recent: { days: 0, seed: 1 } };

describe('the invariants', () => {
  it.each(corruptions)('%s finds %s', async (id, _what, corrupt, where) => {
    await corrupt();
    await closeYesterday(records);
    // The candle may be of a day that is closed.
    for (const extent of id === 'I17' ? (['all'] as const) : (['all', RECENT] as const)) {
      const results = await checkInvariants(records, extent);
      const result = results.find((invariant) => invariant.id === id);
      expect(result).toMatchObject({ status: 'violated', error: null });
      expect(result?.violations).toBeGreaterThan(0);
      expect(result?.samples).toContain(where());
    }
  });

  it('hold of a candle that the follower made', async () => {
    await candleOfTheTrade();
    expect(await records.candles.findOne({ _id: candleId() })).toMatchObject({ volumeTokens: 700 });
    await expectSound(records);
  });

  it('each have a corruption that they find', async () => {
    // test/contracts, test/closings and test/chain have theirs
    const others = new Set([...contractInvariants.map(({ id }) => id), CLOSINGS_ID, CHAIN_ID]);
    const ids = (await checkInvariants(records)).map(({ id }) => id);
    const checked = ids.filter((id) => !others.has(id));
    expect([...new Set(corruptions.map(([id]) => id))]).toEqual(checked);
  });

  it('hold at every moment while the exchange works', async () => {
    const { accountId, askId } = trading;
    let working = true;
    const work = Array.from({ length: 8 }, async () => {
      while (working) {
        const fillId = await reserve(records, { accountId, askId, quantityTokens: 10 });
        await records.ledger.settleFill(settlement(fillId, 7));
      }
    });
    const results = [];
    for (let round = 0; round < 5; round++) results.push(...(await checkInvariants(records)));
    working = false;
    await Promise.all(work);
    expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  });
});
