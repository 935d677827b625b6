/** What a ticket, a contract and a lot keep: a purchase that is made again, the last end of its lots, and when a lot ended. */
import { v7 as uuidV7 } from 'uuid';
import {
  clearRecords,
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
  settlement,
} from '../records/scenario';
import { boughtTicket, draw, fillOrder, newOrder, nthFill } from './records-scenario';

const MINUTE_MS = 60_000;

const records = recordsForFile();
let accountId: string;
let askId: string;
beforeEach(async () => {
  await clearRecords(records);
  accountId = await fundedAccount(records, 1_000_000_000n);
  askId = await placedAsk(records, { capacityTokens: 5_000 });
});
afterEach(() => expectSound(records));

test('a purchase that is repeated after a lost answer has its ticket, and is paid once', async () => {
  const purchase = { accountId, askId, quantityTokens: 1_000, fillId: uuidV7() };
  const first = await boughtTicket(records, purchase);
  const { postedScale8 } = await records.ledger.balanceOf(accountId);
  const again = await boughtTicket(records, purchase);
  expect([first.result.status, again.result.status]).toEqual(['bought', 'duplicate']);
  expect(again.result).toMatchObject({ lot: { _id: first.lotId, contractId: first.contractId } });
  expect(await records.ledger.balanceOf(accountId)).toMatchObject({ postedScale8 });
});

test('a contract that begins with several lots at once has their window', async () => {
  const order = newOrder(accountId, { spotLifetimeMs: 60 * MINUTE_MS });
  await records.ledger.capacity.open(order);
  const fills = [1, 2, 3].map((at) => nthFill(order._id, at, { askId, quantityTokens: 10 }));
  expect(await fillOrder(records, order._id, ...fills)).toMatchObject({ status: 'recorded' });
  const lots = await records.lots.find({ orderId: order._id }).toArray();
  expect(lots).toHaveLength(3);
  const { opensAt, endsAt } = (await records.contracts.findOne({ orderId: order._id }))!;
  for (const lot of lots) expect(lot).toMatchObject({ opensAt, endsAt });
  expect(endsAt.getTime() - opensAt.getTime()).toBe(60 * MINUTE_MS);
});

test('a lot keeps the time of its end, from its last token on', async () => {
  const { lotId } = await boughtTicket(records, { accountId, askId, quantityTokens: 1_000 });
  const closedAt = async () => (await records.lots.findOne({ _id: lotId }))!.closedAt;
  const drawAll = async (tokens: number) => {
    const { fillId } = await draw(records, lotId, tokens);
    await records.ledger.settleFill(settlement(fillId, tokens));
  };
  await drawAll(400);
  expect(await closedAt()).toBeNull();
  await drawAll(600);
  const [lot, journals] = await Promise.all([
    records.lots.findOne({ _id: lotId }),
    records.journals.find({ kind: 'draw' }).sort({ createdAt: 1 }).toArray(),
  ]);
  expect(lot!.status).toBe('exhausted');
  const [first, last] = journals.slice(-2).map(({ createdAt }) => createdAt.getTime());
  expect(lot!.closedAt!.getTime()).toBeGreaterThanOrEqual(first!);
  expect(lot!.closedAt!.getTime()).toBeLessThanOrEqual(last!);
});
