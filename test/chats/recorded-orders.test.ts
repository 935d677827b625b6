/** What the workflow of a batch keeps of its orders: each with its own fill, as the records have it. */
import { v7 as uuidV7 } from 'uuid';
import { recordedEnds, recordedMatches } from '../../exchange/takeover/recorded-orders';
import {
  recordsForFile,
  fundedAccount,
  placedAsk,
  reservation,
  settlement,
} from '../records/scenario';

const USD = 100_000_000n;

const records = recordsForFile();
let accountId: string;
let askId: string;
beforeAll(async () => {
  accountId = await fundedAccount(records, 1_000n * USD);
  askId = await placedAsk(records, { capacityTokens: 10_000 });
});

/** An order with a reserved fill. */
async function order(quantityTokens: number, parts: { gatewayId?: string; orderId?: string } = {}) {
  const { gatewayId, ...rest } = parts;
  const request = await reservation(records, { accountId, askId, quantityTokens, ...rest });
  const { orderId } = request.order;
  const named = {
    ...request.order,
    workflowId: `workflow of ${orderId}`,
    ...(gatewayId && { gatewayId }),
  };
  await records.ledger.reserveFill({ order: named, fill: request.fill });
  return { orderId, fillId: request.fill.fillId, sellerId: request.fill.sellerId };
}

test('settled orders have the tokens, the cost and the answer of their own fills', async () => {
  const [first, second] = [await order(20), await order(30)];
  await records.ledger.settleFill(settlement(first.fillId, 5));
  await records.ledger.settleFill(settlement(second.fillId, 30));
  const ids = [first.orderId, second.orderId];
  const ends = new Map((await recordedEnds(records, ids)).map((end) => [end.orderId, end]));
  const expected = [
    { fill: first, usedTokens: 5, costScale8: String((5n * USD) / 1_000n) },
    { fill: second, usedTokens: 30, costScale8: String((30n * USD) / 1_000n) },
  ];
  for (const { fill, usedTokens, costScale8 } of expected) {
    expect(ends.get(fill.orderId)).toMatchObject({
      status: 'filled',
      fillId: fill.fillId,
      usedTokens,
      costScale8,
      answer: { answerId: fill.orderId },
    });
  }
});

test('what a seller that failed had reserved is not told as the fill of the order', async () => {
  const orderId = uuidV7();
  const failed = await order(20, { orderId });
  await records.ledger.releaseFill({ fillId: failed.fillId, reason: 'seller_failed' });
  const [open] = await recordedEnds(records, [orderId]);
  expect(open).toMatchObject({ orderId });
  expect(open!.failed).toMatchObject([{ seller_id: failed.sellerId, attempts: 1 }]);
  expect(open).not.toHaveProperty('answer');
  expect(open).not.toHaveProperty('usedTokens');
});

test('an order that its workflow goes on with names it, one of a gateway does not', async () => {
  const own = await order(20);
  const ofGateway = await order(20, { gatewayId: 'gateway' });
  const [end] = await recordedEnds(records, [own.orderId]);
  expect(end).toMatchObject({ workflowId: `workflow of ${own.orderId}` });
  const [other] = await recordedEnds(records, [ofGateway.orderId]);
  expect(other).not.toHaveProperty('workflowId');
});

test('matches are those of the orders that are asked for, each with all of its fills', async () => {
  const [one, other] = [await order(20), await order(30)];
  const asked = [one, other].map(({ orderId }) => ({ orderId }));
  const matches = await recordedMatches(records, asked as never);
  expect(new Map(matches.map((match) => [match.orderId, match.quantityTokens]))).toEqual(
    new Map([
      [one.orderId, 20],
      [other.orderId, 30],
    ]),
  );
  expect(matches[0]).toMatchObject({ sellerId: one.sellerId, priceScale8: String(USD) });
  await records.ledger.releaseFill({ fillId: one.fillId, reason: 'seller_failed' });
  const next = await order(40, { orderId: one.orderId });
  const later = await recordedMatches(records, [{ orderId: one.orderId }] as never);
  expect(later.map(({ fillId }) => fillId).toSorted()).toEqual(
    [one.fillId, next.fillId].toSorted(),
  );
});
