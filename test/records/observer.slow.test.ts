/** I20: each way in which the ledger contradicts what a client was told is found. */
import { randomUUID } from 'node:crypto';
import { formatScale8 } from '../../domain/money';
import { Observer } from '../support/observer';
import {
  clearRecords,
  recordsForFile,
  fundedAccount,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

const ONE = 100_000_000n;

const records = recordsForFile();
let accountId: string;
let askId: string;
let observer: Observer;

beforeEach(async () => {
  await clearRecords(records);
  accountId = await fundedAccount(records, 100n * ONE);
  askId = await placedAsk(records, { capacityTokens: 10_000, priceScale8: ONE });
  observer = new Observer();
});

/** A request whose fill is reserved, under a key of its own. */
async function reservedRequest() {
  const idempotencyKey = randomUUID();
  const requestId = randomUUID();
  const { order, fill } = await reservation(records, { accountId, askId, quantityTokens: 1_000 });
  const scope = `chat:${accountId}`;
  const use = { scope, key: idempotencyKey, bodyHash: 'h', retentionMs: 3_600_000 };
  await records.idempotencyMemory.begin({ ...use, orderId: order.orderId });
  await records.ledger.reserveFill({ order: { ...order, requestId }, fill });
  return { idempotencyKey, requestId, fillId: fill.fillId, orderId: order.orderId };
}
type Request = Awaited<ReturnType<typeof reservedRequest>>;

function tell({ idempotencyKey, requestId, fillId }: Request, status: number, cost = ONE) {
  const headers = { 'x-request-id': requestId };
  const fill = { fill_id: fillId, cost: formatScale8(cost) };
  observer.note({ accountId, idempotencyKey }, { status, headers, body: { fill } });
}

/** A request that was answered and settled. */
async function answered(): Promise<Request> {
  const request = await reservedRequest();
  await records.ledger.settleFill(settlement(request.fillId, 1_000));
  tell(request, 200);
  return request;
}

const found = () => observer.violations(records);

test('answers that were paid for and refusals that cost nothing are right', async () => {
  await answered();
  for (const status of [402, 404, 408, 502]) {
    const refused = await reservedRequest();
    await records.ledger.releaseFill({ fillId: refused.fillId, reason: 'seller_failed' });
    tell(refused, status);
  }
  tell(await reservedRequest(), 503); // it may come to be charged
  expect(await found()).toEqual([]);
  expect([200, 402, 503, 500].map((status) => observer.count(status))).toEqual([1, 1, 1, 0]);
});

test('a 200 without its capture is found', async () => {
  const { fillId } = await answered();
  await records.journals.deleteOne({ _id: `capture:${fillId}` });
  expect(await found()).toEqual([`200 of fill ${fillId}: 0 captures`]);
});

test('a 200 that was captured twice is found', async () => {
  const { fillId } = await answered();
  const capture = await records.journals.findOne({ _id: `capture:${fillId}` });
  await records.journals.insertOne({ ...capture!, _id: 'again' });
  expect(await found()).toEqual([`200 of fill ${fillId}: 2 captures`]);
});

test('a 200 whose capture took another amount is found', async () => {
  const { fillId } = await answered();
  await records.journals.updateOne(
    { _id: `capture:${fillId}` },
    { $set: { 'lines.$[paid].amountScale8': 2n * ONE } },
    { arrayFilters: [{ 'paid.account': `buyer:${accountId}`, 'paid.phase': 'posted' }] },
  );
  expect(await found()).toEqual([`200 of fill ${fillId}: the buyer paid ${2n * ONE}`]);
});

test.each(['reserved', 'released'] as const)(
  'a 200 of a fill that is %s is found',
  async (status) => {
    const { fillId } = await answered();
    await records.fills.updateOne({ _id: fillId }, { $set: { status } });
    expect(await found()).toEqual([`200 of fill ${fillId}: the fill is ${status}`]);
  },
);

test('a 200 of a fill that nobody knows, or that another account paid, is found', async () => {
  const { fillId } = await answered();
  await records.fills.updateOne({ _id: fillId }, { $set: { accountId: 'another' } });
  expect(await found()).toEqual([`200 of fill ${fillId}: it is of another account`]);
  await records.fills.deleteOne({ _id: fillId });
  expect(await found()).toEqual([`200 of fill ${fillId}: the fill is unknown`]);
});

test('a cost that is not the one that was told is found', async () => {
  const { fillId } = await answered();
  await records.fills.updateOne({ _id: fillId }, { $inc: { costScale8: 1n } });
  expect(await found()).toEqual([`200 of fill ${fillId}: it costs ${ONE + 1n}`]);
});

test.each([402, 404, 408, 502])(
  'a %i that was charged is found, by its request and by its key',
  async (status) => {
    const request = await reservedRequest();
    await records.ledger.settleFill(settlement(request.fillId, 1_000));
    const violation = `${status} of order ${request.orderId}: it was charged`;
    tell(request, status);
    expect(await found()).toEqual([violation]);
    await records.orders.updateOne({ _id: request.orderId }, { $set: { requestId: 'another' } });
    expect(await found()).toEqual([violation]);
    await records.orders.updateOne(
      { _id: request.orderId },
      { $set: { requestId: request.requestId } },
    );
    await records.idempotency.deleteMany({});
    expect(await found()).toEqual([violation]);
  },
);

test('a key that has two answers is found', async () => {
  const [one, other] = [await answered(), await answered()];
  tell({ ...other, idempotencyKey: one.idempotencyKey }, 200);
  expect(await found()).toEqual([
    `key ${one.idempotencyKey}: fills ${one.fillId}, ${other.fillId}`,
  ]);
});

test('a stream counts when it has come to its end', () => {
  const headers = { 'x-request-id': 'r' };
  const asked = { accountId, idempotencyKey: 'k' };
  const chunks = [{ fill: { fill_id: 'f', cost: '1' } }];
  const streamed = { status: 200, headers, body: null, chunks };
  observer.note(asked, { ...streamed, done: false });
  expect(observer.count(200)).toBe(0);
  observer.note(asked, { ...streamed, done: true });
  expect(observer.told).toMatchObject([{ fill: { fill_id: 'f' } }]);
});
