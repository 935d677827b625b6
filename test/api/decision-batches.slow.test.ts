/** The size of a batch of decisions. */
import { Exchange, type TestSeller } from '../support/exchange';

const ENTRY = { at: '2026-01-31T12:00:00Z', sold: true, reason: 'Queue is short.' };
const LONGEST = { ...ENTRY, reason: '\u{1f600}'.repeat(500) };

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
beforeAll(async () => {
  seller = await exchange.seller();
});

const report = (length: number, entry = ENTRY) =>
  exchange.send('POST', '/seller/v1/decisions', {
    headers: { 'x-seller-api-key': seller.apiKey },
    body: { decisions: Array.from({ length }, () => entry) },
  });
const kept = async () =>
  (await exchange.records.decisionLogs.findOne({ _id: seller.sellerId }))?.decisions ?? [];

test.each([
  ['short', ENTRY],
  ['the longest', LONGEST],
])('accepts 200 decisions with %s reasons', async (_reasons, entry) => {
  expect((await report(200, entry)).body).toMatchObject({ recorded: 200 });
  expect((await kept()).map(({ reason }) => reason)).toEqual(Array(200).fill(entry.reason));
});

test.each([
  [201, ENTRY],
  [1_500, ENTRY],
  [20_000, ENTRY],
  // More bytes than the body of a batch may have.
  [1_500, LONGEST],
])('rejects %i decisions with `invalid_decisions`', async (length, entry) => {
  const before = await kept();
  const body = { code: 'invalid_decisions', param: 'decisions' };
  expect(await report(length, entry)).toMatchObject({ status: 400, body });
  expect(await kept()).toEqual(before);
});
