/** Fills whose terms somebody has written into Redis: the records accept those of the ask alone. */
import { randomUUID } from 'node:crypto';
import type { NewFill, ReserveFill } from '../../records/ledger/reserve-fill';
import type { WritableRecords } from '../../records/connect';
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
} from './scenario';

const PRICE_SCALE8 = 100_000_000n;
const TOKENS = 1_000;

let records: WritableRecords;
let accountId: string;
let askId: string;
beforeAll(async () => {
  records = await openRecords();
  accountId = await fundedAccount(records, 100_000_000_000n);
  askId = await placedAsk(records, { capacityTokens: 100_000, priceScale8: PRICE_SCALE8 });
});
afterAll(async () => {
  await expectSound(records);
  await dropRecords(records);
});

const request = (forged: Partial<NewFill>): Promise<ReserveFill> =>
  reservation(records, { accountId, askId, quantityTokens: TOKENS, ...forged });

const FORGED: [string, Partial<NewFill>][] = [
  ['a price one unit below', { priceScale8: PRICE_SCALE8 - 1n }],
  ['a price one unit above', { priceScale8: PRICE_SCALE8 + 1n }],
  ['another seller', { sellerId: randomUUID() }],
  ['another region', { region: 'apac' }],
];

test.each(FORGED)('a chat does not reserve an ask with %s', async (_what, forged) => {
  const before = await records.asks.findOne({ _id: askId });
  expect(await records.ledger.reserveFill(await request(forged))).toEqual({
    status: 'refused',
    reason: 'ask_short',
  });
  expect(await records.asks.findOne({ _id: askId })).toEqual(before);
});

test('a chat reserves an ask with its own terms, also beside forged ones', async () => {
  const all = await Promise.all(
    [...FORGED, ['its own terms', {}] as const].map(([, forged]) => request(forged)),
  );
  const results = await Promise.all(all.map((one) => records.ledger.reserveFill(one)));
  expect(results.map(({ status }) => status)).toEqual([...FORGED.map(() => 'refused'), 'reserved']);
});
