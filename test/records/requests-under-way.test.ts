/** How many chat requests an account may have under way: exact, whatever arrives at once. */
import type { WritableRecords } from '../../records/connect';
import {
  clearRecords,
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

const LIMIT = 5;
const TOO_MANY = { status: 'refused', reason: 'too_many_requests' };

let records: WritableRecords;
let other: WritableRecords;
let accountId: string;
let askId: string;

beforeAll(async () => {
  records = await openRecords();
  other = await openRecords(records.connection.name);
});
afterAll(async () => {
  await other.close();
  await dropRecords(records);
});
beforeEach(async () => {
  await clearRecords(records);
  accountId = await fundedAccount(records, 100_000_000_000n);
  askId = await placedAsk(records, { capacityTokens: 100_000 });
});

async function begin(at: WritableRecords = records, account = accountId) {
  const request = await reservation(at, { accountId: account, askId, quantityTokens: 10 });
  const result = await at.ledger.reserveFill({ ...request, requestsMax: LIMIT });
  return { fillId: request.fill.fillId, result };
}

test('as many as the limit, and not one more; each that ends admits one', async () => {
  const begun = [];
  for (let count = 0; count < LIMIT; count += 1) begun.push(await begin());
  expect(begun.map(({ result }) => result.status)).toEqual(begun.map(() => 'reserved'));
  expect((await begin()).result).toEqual(TOO_MANY);
  await expectSound(records);

  await records.ledger.settleFill(settlement(begun[0]!.fillId, 7));
  await records.ledger.settleFill(settlement(begun[0]!.fillId, 7)); // said twice, counted once
  expect((await begin()).result.status).toBe('reserved');
  expect((await begin()).result).toEqual(TOO_MANY);

  await records.ledger.releaseFill({ fillId: begun[1]!.fillId, reason: 'test' });
  await records.ledger.releaseFill({ fillId: begun[1]!.fillId, reason: 'test' });
  expect((await begin()).result.status).toBe('reserved');
  expect((await begin()).result).toEqual(TOO_MANY);
  await expectSound(records);
});

test('of many at once in two processes exactly so many begin', async () => {
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, at) => begin(at % 2 ? records : other)),
  );
  const begun = all.filter(({ result }) => result.status === 'reserved');
  expect(begun).toHaveLength(LIMIT);
  await expectSound(records);
  await Promise.all(begun.map(({ fillId }) => other.ledger.settleFill(settlement(fillId, 1))));
  expect(await records.balances.findOne({ _id: accountId })).toMatchObject({ requestsUnderWay: 0 });
  await expectSound(records);
});

test('one account does not limit another', async () => {
  for (let count = 0; count < LIMIT; count += 1) await begin();
  const neighbour = await fundedAccount(records, 1_000_000_000n);
  expect((await begin(records, neighbour)).result.status).toBe('reserved');
});

test('balances and fills of before requests were counted stay sound', async () => {
  const { fillId } = await begin();
  await records.fills.updateOne({ _id: fillId }, { $unset: { isCounted: '' } });
  await records.balances.updateOne({ _id: accountId }, { $unset: { requestsUnderWay: '' } });
  await expectSound(records);
  for (let count = 0; count < LIMIT; count += 1) {
    expect((await begin()).result.status).toBe('reserved');
  }
  await other.ledger.settleFill(settlement(fillId, 7)); // by a process that has not reserved it
  expect((await begin()).result).toEqual(TOO_MANY);
  await expectSound(records);
});

test('a number that is not that of the reserved fills is a violation', async () => {
  await begin();
  await records.balances.updateOne({ _id: accountId }, { $inc: { requestsUnderWay: 1 } });
  await expect(expectSound(records)).rejects.toThrow('I28');
});
