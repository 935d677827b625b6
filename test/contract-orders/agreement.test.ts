/**
 * Readers while orders are filled: whatever moment they see, order, contract, lots, deliveries and
 * account do not contradict each other, and a fill of many lots is seen whole or not at all.
 */
import { as, placeOrder, readOrder } from '../contracts/market';
import { newModel } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { allDeliveries } from './deliveries';

const ASKS = 40;
const TOKENS = 10;

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
const model = newModel();

beforeAll(async () => {
  seller = await exchange.seller('normal', { models: [model] });
  const quotas = { asks: { limit: 10_000, window_seconds: 60 } };
  await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, { quotas, reason: 'a test' });
});

const sum = (rows: readonly any[], field: string) =>
  rows.reduce((total: number, row) => total + row[field], 0);

async function restAsks(count: number): Promise<void> {
  const asks = Array.from({ length: count }, () =>
    exchange.ask(seller, { model, price: '0.001', capacity: TOKENS }),
  );
  await Promise.all(asks);
}

/** One reader, as fast as it can, until `isOver`. @returns how often it looked */
async function read(look: () => Promise<void>, isOver: () => boolean): Promise<number> {
  let looks = 0;
  do {
    await look();
    looks += 1;
  } while (!isOver());
  return looks;
}

/** What one account's reader sees of its only contract and of what its seller owes. */
async function lookAtContract(key: string): Promise<{ quantity: number; owed: number }> {
  const { body } = await exchange.send('GET', '/market/v1/contracts', as(key));
  const [contract] = body.contracts;
  if (!contract) return { quantity: 0, owed: 0 };
  expect(contract.lots.length).toBeGreaterThan(0);
  expect(sum(contract.lots, 'quantity')).toBe(contract.quantity);
  expect(sum(contract.lots, 'remaining')).toBe(contract.remaining);
  const rows = await rowsOf(contract.contract_id);
  return { quantity: contract.quantity, owed: sum(rows, 'remaining') };
}

async function rowsOf(contractId: string): Promise<any[]> {
  const rows = await allDeliveries(exchange, seller);
  return rows.filter((row) => row.contract_id === contractId);
}

async function lookAtAccount(key: string): Promise<void> {
  const { body } = await exchange.send('GET', '/market/v1/account', as(key));
  const units = (text: string) => Math.round(Number.parseFloat(text) * 1e8);
  const reserved = body.reservations.reduce(
    (total: number, row: any) => total + units(row.amount),
    0,
  );
  expect(reserved).toBe(units(body.reserved));
  expect(units(body.available)).toBe(units(body.balance) - units(body.reserved));
}

test('a resting order that is filled bit by bit', async () => {
  const { key } = await exchange.buyer('1');
  const quantity = ASKS * TOKENS;
  const { body } = await placeOrder(exchange, key, { model_id: model, quantity });
  let last: any = body;
  const looking = read(
    async () => {
      const order = await readOrder(exchange, key, body.order_id);
      expect(order.filled_quantity + order.remaining).toBe(quantity);
      expect(order.filled_quantity).toBeGreaterThanOrEqual(last.filled_quantity);
      const seen = await lookAtContract(key);
      // Each is read behind the one before, and nothing is taken back.
      expect(seen.quantity).toBeGreaterThanOrEqual(order.filled_quantity);
      expect(seen.owed).toBeGreaterThanOrEqual(seen.quantity);
      last = order;
    },
    () => last.status === 'filled',
  );
  const accounts = read(
    () => lookAtAccount(key),
    () => last.status === 'filled',
  );
  await restAsks(ASKS);
  expect(await looking).toBeGreaterThan(2);
  expect(await accounts).toBeGreaterThan(2);
  expect((await allDeliveries(exchange, seller)).length).toBe(ASKS);
  await exchange.expectExact();
});

test('an order that is filled with many lots at once', async () => {
  const lots = 250;
  await restAsks(lots);
  const { key } = await exchange.buyer('1');
  const whole = lots * TOKENS;
  let isOver = false;
  const seen = new Set<number>();
  const looking = Promise.all(
    Array.from({ length: 3 }, () =>
      read(
        async () => {
          seen.add((await lookAtContract(key)).quantity);
          await lookAtAccount(key);
        },
        () => isOver,
      ),
    ),
  );
  const terms = { model_id: model, quantity: whole, time_in_force: 'FOK' };
  const { body } = await placeOrder(exchange, key, terms);
  expect(body).toMatchObject({ status: 'filled', filled_quantity: whole });
  seen.add((await lookAtContract(key)).quantity);
  isOver = true;
  await looking;
  expect([...seen].sort((a, b) => a - b)).toEqual([0, whole]);
});
