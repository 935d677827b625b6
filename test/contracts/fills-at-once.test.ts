/** Several fills of an order in one commit: each is rounded for itself, and all together are paid from the hold. */
import {
  clearRecords,
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
} from '../records/scenario';
import { fillOrder, newOrder, nthFill } from './records-scenario';

const records = recordsForFile();
beforeEach(() => clearRecords(records));
afterEach(() => expectSound(records));

// Each of 4 tokens costs half a unit, rounded up to 1; the hold of all is 2. The first and the third
// cost a unit more than they free.
test.each([
  { available: 0n, costs: [0n, 1n, 0n, 1n], left: 0n },
  { available: 1n, costs: [1n, 1n, 0n, 1n], left: 0n },
  { available: 2n, costs: [1n, 1n, 1n, 1n], left: 0n },
  { available: 3n, costs: [1n, 1n, 1n, 1n], left: 1n },
])(
  'with $available units beside the hold, four fills at once cost $costs',
  async ({ available, costs, left }) => {
    const limitPriceScale8 = 500n;
    const accountId = await fundedAccount(records, 2n + available);
    const order = newOrder(accountId, { limitPriceScale8, quantityTokens: 4 });
    await records.ledger.capacity.open(order);
    const askId = await placedAsk(records, { capacityTokens: 4, priceScale8: limitPriceScale8 });
    const fills = costs.map((_cost, at) =>
      nthFill(order._id, at + 1, { askId, quantityTokens: 1, priceScale8: limitPriceScale8 }),
    );
    expect(await fillOrder(records, order._id, ...fills)).toMatchObject({ status: 'recorded' });
    const lots = await records.lots.find({ orderId: order._id }).toArray();
    const costOf = new Map(lots.map((lot) => [lot._id, lot.costScale8]));
    expect(fills.map(({ fillId }) => costOf.get(fillId))).toEqual(costs);
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: left,
      heldScale8: 0n,
    });
  },
);
