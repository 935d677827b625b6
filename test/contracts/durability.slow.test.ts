import Redis from 'ioredis';
import { ContractOrders } from '../../temporal/contract-orders';
import { ticketOn } from '../lots/ticket-market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import {
  cancelOrder,
  deliveriesOf,
  placeOrder,
  readContract,
  readOrder,
  untilOrder,
} from './market';
import { shortLot } from './short-lot';

const exchange = Exchange.forFile({ relay: true, settings: { GATEWAY_WORKER: 'off' } });
let service: ContractOrders;
beforeAll(async () => {
  const { settings, records } = exchange;
  service = new ContractOrders(exchange.temporal, settings.TOKENBOOK_DEPLOYMENT, records);
});
afterEach(() => exchange.expectExact());

/** Kills all workers; a new one is started by the returned function. */
async function withoutWorkers() {
  await Promise.all(exchange.workers.map((worker) => worker.kill('SIGKILL')));
  return () => exchange.startWorker();
}

/** Lets no other transaction touch the account's balance, until the returned function is called. */
async function holdUp(accountId: string): Promise<() => Promise<void>> {
  const { connection: mongo, balances } = exchange.records;
  const session = mongo.getClient().startSession();
  session.startTransaction();
  await balances.updateOne({ _id: accountId }, { $set: { updatedAt: new Date() } }, { session });
  return async () => {
    await session.abortTransaction();
    await session.endSession();
  };
}

/** Which attempt at a step of the buyer's only order is under way; 0 where none is. */
async function attempt(buyerId: string): Promise<number> {
  const { workflow } = exchange.temporal;
  for await (const { workflowId } of workflow.list({ query: `Ids = "${buyerId}"` })) {
    const { raw } = await workflow.getHandle(workflowId).describe();
    const step = raw.pendingActivities?.find(({ lastStartedTime }) => lastStartedTime);
    return step?.attempt ?? 0;
  }
  return 0;
}

let models = 0;
async function maker() {
  const model = `durable-model-${++models}`;
  return { model, seller: await exchange.seller('normal', { models: [model] }) };
}

describe('a lot', () => {
  it('whose window passes while no worker lives is paid when one comes back', async () => {
    const { accountId, key } = await exchange.buyer('1');
    const seller = await exchange.seller();
    const start = await withoutWorkers();
    const lot = await shortLot(exchange.records, { accountId, seller, windowMs: 1_500 });
    await service.startLot(lot);
    await service.startLot(lot);
    expect(await deliveriesOf(exchange, seller)).toMatchObject([{ remaining: 1_000 }]);
    await until(() => Date.now() > lot.endsAtMs);
    expect(await deliveriesOf(exchange, seller)).toEqual([]);
    expect(await readContract(exchange, key, lot.contractId)).toMatchObject({
      status: 'expired',
      remaining: 0,
    });
    expect(await exchange.records.ledger.sellerPayableScale8(seller.sellerId)).toBe(0n);
    await start();
    await until(async () => {
      const record = await exchange.records.lots.findOne({ _id: lot.lotId });
      return record?.status === 'expired' && record.paidTokens === 1_000;
    });
    expect(await exchange.records.ledger.sellerPayableScale8(seller.sellerId)).toBe(100_000n);
    expect(await exchange.account(key)).toMatchObject({ balance: '0.999' });
  });
});

describe('an order', () => {
  it('that is cancelled while it is filled has one outcome, and both are told it', async () => {
    const { model, seller } = await maker();
    const { key } = await exchange.buyer('5');
    const orders = await Promise.all(
      Array.from({ length: 8 }, () =>
        placeOrder(exchange, key, { model_id: model, quantity: 100 }),
      ),
    );
    const ids = orders.map(({ body }) => body.order_id as string);
    const [cancels] = await Promise.all([
      Promise.all(ids.map((id) => cancelOrder(exchange, key, id))),
      ...Array.from({ length: 4 }, () =>
        exchange.ask(seller, { price: '0.001', capacity: 150, model }),
      ),
    ]);
    let filled = 0;
    for (const [index, id] of ids.entries()) {
      const order = await readOrder(exchange, key, id);
      expect(order.remaining).toBe(0);
      const expected = order.status === 'cancelled' ? 204 : 404;
      expect([order.status, cancels[index]!.status]).toEqual([order.status, expected]);
      expect(['cancelled', 'filled']).toContain(order.status);
      filled += order.filled_quantity;
    }
    const owed = await deliveriesOf(exchange, seller);
    expect(owed.reduce((sum, row) => sum + row.remaining, 0)).toBe(filled);
    expect((await exchange.account(key)).reserved).toBe('0');
  });

  it('goes on where it was when its worker is killed', async () => {
    const { model, seller } = await maker();
    const { key } = await exchange.buyer('5');
    const resting = await placeOrder(exchange, key, { model_id: model, quantity: 1_000 });
    const start = await withoutWorkers();
    await exchange.ask(seller, { price: '0.0005', capacity: 400, model });
    const placing = placeOrder(exchange, key, { model_id: model, quantity: 500 });
    await start();
    expect(await placing).toMatchObject({ status: 200, body: { status: 'open' } });
    const { order_id: orderId } = resting.body;
    await untilOrder(exchange, key, orderId, { filled_quantity: 400, remaining: 600 });
    expect((await cancelOrder(exchange, key, orderId)).status).toBe(204);
    expect((await cancelOrder(exchange, key, (await placing).body.order_id)).status).toBe(204);
  });

  it.each(['is killed', 'stands still'])(
    'is answered soon when its worker %s in the middle of a step',
    async (what) => {
      const { model } = await maker();
      const { key, accountId } = await exchange.buyer('5');
      const letGo = await holdUp(accountId);
      const placing = placeOrder(exchange, key, { model_id: model, quantity: 1_000 });
      await until(async () => (await attempt(accountId)) === 1, { what: 'the first step' });
      const worker = exchange.workers.find(({ alive }) => alive)!;
      process.kill(worker.pid, what === 'is killed' ? 'SIGKILL' : 'SIGSTOP');
      await letGo();
      await exchange.startWorker();
      if (what === 'stands still') {
        await until(async () => (await attempt(accountId)) !== 1, { what: 'another attempt' });
        process.kill(worker.pid, 'SIGCONT'); // and it goes on with its own
      }
      const answer = await placing;
      // The gateway asks for 20 s; a step may take minutes.
      expect(answer).toMatchObject({ status: 200, body: { status: 'open' } });
      const { order_id: orderId } = answer.body;
      expect((await cancelOrder(exchange, key, orderId)).status).toBe(204);
      expect(await exchange.account(key)).toMatchObject({ balance: '5', reserved: '0' });
    },
  );

  it('rests on in a book that was lost and rebuilt', async () => {
    const { model, seller } = await maker();
    const { key } = await exchange.buyer('5');
    const { body } = await placeOrder(exchange, key, { model_id: model, quantity: 1_000 });
    await exchange.ask(seller, { price: '0.001', capacity: 300, model });
    await untilOrder(exchange, key, body.order_id, { filled_quantity: 300 });
    const redis = new Redis(exchange.settings.redisUrl);
    await redis.flushdb();
    redis.disconnect();
    await exchange.ask(seller, { price: '0.001', capacity: 300, model });
    await untilOrder(exchange, key, body.order_id, { filled_quantity: 600, remaining: 400 });
    await exchange.ask(seller, { price: '0.001', capacity: 400, model });
    await untilOrder(exchange, key, body.order_id, { status: 'filled' });
  });

  it('whose workflow was terminated is taken up again by its next fill', async () => {
    const { model, seller } = await maker();
    const { key } = await exchange.buyer('5');
    const { body } = await placeOrder(exchange, key, { model_id: model, quantity: 1_000 });
    const order = await exchange.records.contractOrders.findOne({ _id: body.order_id });
    await exchange.temporal.workflow.getHandle(order!.workflowId).terminate('test');
    await exchange.ask(seller, { price: '0.001', capacity: 300, model });
    await untilOrder(exchange, key, body.order_id, { filled_quantity: 300, remaining: 700 });
    expect((await cancelOrder(exchange, key, body.order_id)).status).toBe(204);
  });

  it('of many at once never spends what is not there', async () => {
    const { model, seller } = await maker();
    await exchange.ask(seller, { price: '0.001', capacity: 100_000, model });
    const { key } = await exchange.buyer('0.005');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        placeOrder(exchange, key, { model_id: model, quantity: 1_000 }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(402)]);
    expect(await exchange.account(key)).toMatchObject({ balance: '0', reserved: '0' });
  });
});

describe('a draw', () => {
  it('survives the death of a worker in mid-draw: one draw, one answer', async () => {
    const ticket = await ticketOn(exchange, 10_000);
    const { model, maker: seller, contractId, credential } = ticket;
    seller.hold();
    const redeeming = exchange.chat(credential, { model });
    await until(() => seller.held === 1);
    const start = await withoutWorkers();
    await start();
    seller.release();
    const redeemed = await redeeming;
    expect(redeemed.status).toBe(200);
    expect(seller.keys.size).toBe(1);
    const lot = await exchange.records.lots.findOne({ contractId });
    expect(lot).toMatchObject({
      drawnTokens: redeemed.body.fill.tokens,
      reservedTokens: 0,
      draws: 1,
    });
  });
});
