import { area } from './mutation';

const OPEN = 'records/ledger/open-contract-order.ts';
const CAPACITY = 'records/ledger/capacity.ts';
const CLIENT = 'temporal/contract-orders.ts';
const FOLD = 'followers/candles/fold.ts';

/** Orders for capacity and their workflows as the gateway starts them, and candles of their trades. */
export const CAPACITY_ORDERS = area('capacity', [
  {
    name: 'client-order-id-of-another-order',
    file: OPEN,
    find: "if (namesake) return { status: 'known', orderId: namesake._id };",
    replace: '',
    harm: 'A second order with the same `client_order_id` is not told which one has it.',
    tests: ['contracts/ledger.test.ts', 'contracts/orders.test.ts'],
  },
  {
    name: 'bought-ticket-stays-open',
    file: OPEN,
    find: 'openTokens: asDouble(order.quantityTokens - state.filledTokens),',
    replace: 'openTokens: asDouble(order.quantityTokens),',
    harm: 'A ticket that was bought counts as an order that still buys.',
    tests: ['contracts/order-places.test.ts'],
  },
  {
    name: 'order-of-a-lost-book-called-placed',
    file: CAPACITY,
    find: 'return current?.epoch === place.epoch;',
    replace: 'return current !== null;',
    harm: 'An order that a rebuild has not read rests nowhere.',
    tests: ['contracts/order-places.test.ts'],
  },
  {
    name: 'number-of-a-voided-fill-used-again',
    file: CAPACITY,
    find: '{ $max: { fillCount: asDouble(fillCountOf(fillId)) } }',
    replace: '{ $max: { fillCount: asDouble(0 * fillCountOf(fillId)) } }',
    harm: 'In a rebuilt book the next fill of the order has the name of a voided one, and is void too.',
    tests: ['contract-orders/steps.test.ts', 'contract-orders/agreement.test.ts'],
  },
  {
    name: 'refused-order-never-runs-again',
    file: CLIENT,
    find: "return known ? null : run('ALLOW_DUPLICATE');",
    replace: 'return null;',
    harm: 'A request whose first answer was lost is answered as if the order had ended.',
    tests: ['contracts/repeated.test.ts', 'contracts/orders.test.ts'],
  },
  {
    name: 'ended-order-runs-again',
    file: CLIENT,
    find: "return known ? null : run('ALLOW_DUPLICATE');",
    replace: "return known?.status === 'open' ? null : run('ALLOW_DUPLICATE');",
    harm: 'A repeated request starts the workflow of an order that has ended.',
    tests: ['contracts/one-run.test.ts'],
  },
  {
    name: 'terminated-order-not-taken-up',
    file: CLIENT,
    find: 'await this.wake(orderId, []); // it was terminated: the next attempt finds it running',
    replace: '',
    harm: 'An order whose workflow was terminated can never be cancelled.',
    tests: ['contracts/one-run.test.ts'],
  },
  {
    name: 'recorded-fill-told-again',
    file: CLIENT,
    find: 'const fresh = fills.filter(({ fillId }) => !known.has(fillId));',
    replace: 'const fresh = fills.filter(({ fillId }) => known.size < 0 || fillId !== null);',
    harm: 'Workflows of orders that have ended start again for fills that are recorded.',
    tests: ['contracts/one-run.test.ts'],
  },
  {
    name: 'fills-of-two-orders-told-to-one',
    file: CLIENT,
    find: 'const ofOrder = fresh.filter((fill) => fill.orderId === orderId).map(fillToText);',
    replace: 'const ofOrder = fresh.map(fillToText);',
    harm: 'An order records the fills of another one.',
    tests: ['contracts/one-run.test.ts'],
  },
  {
    name: 'expired-order-without-workflow-stays-open',
    file: CLIENT,
    find: 'for (const { _id } of open) await this.wake(_id, []);',
    replace: 'void open;',
    harm: 'An order that expired in its book keeps its money held.',
    tests: ['contracts/one-run.test.ts'],
  },
  {
    name: 'voided-trades-in-candles',
    file: FOLD,
    find: "status: { $ne: 'voided' },",
    replace: '',
    harm: 'A candle shows a price at which nobody traded.',
    tests: ['market/folded-candles.test.ts', 'market/candles.slow.test.ts'],
  },
  {
    name: 'empty-fills-in-candles',
    file: FOLD,
    find: 'quantityTokens: { $gt: 0 },',
    replace: '',
    harm: 'A stream that broke before its first token makes a price.',
    tests: ['market/folded-candles.test.ts', 'market/candles.slow.test.ts'],
  },
  {
    name: 'candle-closes-at-its-opening',
    file: FOLD,
    find: 'last: { $max: mark },',
    replace: 'last: { $min: mark },',
    harm: 'The last price of a minute is its first one.',
    tests: ['market/folded-candles.test.ts', 'market/candles.slow.test.ts'],
  },
  {
    name: 'candle-ends-early',
    file: FOLD,
    find: 'const last = bucketStart(interval, toMs - 1);',
    replace: 'const last = bucketStart(interval, fromMs);',
    harm: 'Trades of a later minute are in no candle.',
    tests: ['market/folded-candles.test.ts', 'market/candles.slow.test.ts'],
  },
]);
