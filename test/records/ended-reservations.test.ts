/** What has ended in the records: a settled fill is not given up, and an ended order does not live. */
import { abandonReservation } from '../../exchange/books/book-writes';
import { relayPorts } from '../../followers/relay/record-ports';
import { newOrder } from '../contracts/records-scenario';
import {
  recordsForFile,
  EPOCH,
  fundedAccount,
  MODEL,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const BOOK = { modelId: MODEL, tenor: 'spot' } as const;

const records = recordsForFile();
let accountId: string;
beforeAll(async () => {
  accountId = await fundedAccount(records, 1_000_000_000_000n);
});

test('a fill that was settled keeps what it has used', async () => {
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const fillId = await reserve(records, { accountId, askId, quantityTokens: 100 });
  await records.ledger.settleFill(settlement(fillId, 70));
  const abandoned = await abandonReservation(records, { book: BOOK, fillId, askId, epoch: EPOCH });
  expect(abandoned).toBe(false);
});

test('of asks and orders those that have not ended stay in the book', async () => {
  const refuse = () => Promise.reject(new Error('not called'));
  const outward = { rebuild: refuse, publish: refuse, filled: refuse, expiredBids: refuse };
  const ports = relayPorts(records, outward);
  const [ask, endedAsk] = [
    await placedAsk(records, { capacityTokens: 100 }),
    await placedAsk(records, { capacityTokens: 100 }),
  ];
  await records.ledger.asks.cancelMany([endedAsk]);
  const [order, endedOrder] = [newOrder(accountId), newOrder(accountId)];
  for (const one of [order, endedOrder]) await records.ledger.capacity.open(one);
  const close = { orderId: endedOrder._id, status: 'cancelled', reason: 'asked for' } as const;
  await records.ledger.capacity.close(close);
  const asks = [endedAsk, ask].map((id) => ({ side: 'ask', id }) as const);
  const bids = [endedOrder._id, order._id].map((id) => ({ side: 'bid', id }) as const);
  expect(await ports.ended([...asks, ...bids])).toEqual([asks[0], bids[0]]);
});
