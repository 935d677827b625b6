/** Windows that end and sellers that default while requests are at the seller, and while all is down. */
import { Client, Connection } from '@temporalio/client';
import { v7 as uuidV7 } from 'uuid';
import type { ChatOrder } from '../../domain/chat';
import { parseScale8 } from '../../domain/money';
import { Sealer } from '../../domain/sealing';
import { chatWorkflowId, queueName } from '../../domain/workflow-names';
import { deliveriesOf, readContract, readTicket } from '../contracts/market';
import { Exchange, type TestSeller, chatBody } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import {
  type TicketMarket,
  contractOn,
  endWindow,
  issueTicket,
  lotsOf,
  ticketOn,
} from './ticket-market';
import { Watcher } from './watcher';

let exchange: Exchange;
beforeAll(async () => {
  const settings = { GATEWAY_WORKER: 'off', DISPATCH_HEARTBEAT_MS: 1_000 } as const;
  exchange = await Exchange.start({ settings });
});
afterEach(() => exchange.expectExact());
afterAll(() => exchange.stop());

const FAIL = { messages: [{ role: 'user', content: 'fail' }] };

/**
 * What comes waits for `release()` and is answered, until a request says that it fails: from then on
 * the seller is broken, also for the probes that confirm it.
 */
function breaking(maker: TestSeller) {
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  let isBroken = false;
  const behaviour: Behaviour = {
    async answer(visit) {
      isBroken ||= JSON.stringify(visit.request?.body).includes('"fail"');
      if (isBroken) return BEHAVIOURS.error500().answer(visit);
      waiting += 1;
      await gate;
      return BEHAVIOURS.normal().answer(visit);
    },
  };
  maker.setBehaviour(behaviour);
  return { release, waiting: () => waiting };
}

const payable = ({ sellerId }: TestSeller) => exchange.records.ledger.sellerPayableScale8(sellerId);

const closed = (contractId: string) =>
  until(async () => (await lotsOf(exchange, contractId))[0]?.status === 'expired', {
    what: 'the lot to be closed',
  });

/** The rest goes back once, what is under way is paid, other lots go on. */
async function defaultInMidDraw(): Promise<void> {
  const market = await contractOn(exchange, [3_000, 3_000]);
  const { model, credential, key, contractId } = market;
  const [first, second] = market.makers as [TestSeller, TestSeller];
  const watcher = new Watcher(exchange, market);
  const { release, waiting } = breaking(first);
  const slow = exchange.chat(credential, { model });
  await until(() => waiting() === 1);
  const failing = await Promise.all(
    Array.from({ length: 4 }, () => exchange.chat(credential, { model, ...FAIL })),
  );
  expect(failing.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [defaulted, other] = await lotsOf(exchange, contractId);
  expect(defaulted).toMatchObject({ status: 'defaulted', remainingTokens: 0, drawnTokens: 0 });
  expect(defaulted!.reservedTokens).toBeGreaterThan(0);
  const kept = BigInt(defaulted!.reservedTokens) * 100n;
  expect(parseScale8((await exchange.account(key)).balance)).toBe(100_000_000n - 300_000n - kept);
  expect(await deliveriesOf(exchange, first)).toEqual([]);
  release();
  const answered = await slow;
  expect(answered.status).toBe(200);
  await watcher.stop();
  const cost = parseScale8(answered.body.fill.cost)!;
  expect(await payable(first)).toBe(cost);
  expect(parseScale8((await exchange.account(key)).balance)).toBe(100_000_000n - 300_000n - cost);
  const [ended] = await lotsOf(exchange, contractId);
  expect(ended).toMatchObject({ refundedScale8: 300_000n - cost, escrowScale8: 0n, draws: 1 });
  const drawn = failing.reduce((sum, { body }) => sum + body.fill.tokens, 0);
  expect(await readContract(exchange, key, contractId)).toMatchObject({
    status: 'active',
    remaining: 3_000 - drawn,
    lots: [{ status: 'defaulted' }, { status: 'active', lot_id: other!._id }],
  });
  expect(await deliveriesOf(exchange, second)).toMatchObject([{ remaining: 3_000 - drawn }]);
  const scored = { sellerId: first.sellerId, kind: 'draw', status: 'released' } as const;
  expect(await exchange.records.fills.countDocuments(scored)).toBe(4);
}

/** One request is delivered and paid, a failed one goes back, the rest is paid. */
async function windowEndsInMidDraw(): Promise<void> {
  const market = await ticketOn(exchange, 1_000);
  const { credential, model, maker, key, contractId, ticketId } = market;
  const watcher = new Watcher(exchange, market);
  const { release, waiting } = breaking(maker);
  const slow = exchange.chat(credential, { model });
  await until(() => waiting() === 1);
  const failing = exchange.chat(credential, { model, ...FAIL });
  await until(() => maker.requests.length === 2);
  const [open] = await lotsOf(exchange, contractId);
  await endWindow(exchange, contractId);
  await closed(contractId);
  expect(await deliveriesOf(exchange, maker)).toEqual([]);
  expect(await readTicket(exchange, key, ticketId)).toMatchObject({ status: 'expired' });
  const late = await exchange.chat(credential, { model });
  expect([late.status, late.body.code]).toEqual([410, 'contract_expired']);
  release();
  const answered = await slow;
  expect(answered.status).toBe(200);
  const failed = await failing;
  expect([failed.status, failed.body.code]).toEqual([409, 'seller_default']);
  await watcher.stop();
  const [lot] = await lotsOf(exchange, contractId);
  const fills = await exchange.records.fills.find({ lotId: lot!._id }).toArray();
  const lost = fills.find(({ status }) => status === 'released')!.quantityTokens;
  expect(lot).toMatchObject({
    drawnTokens: answered.body.fill.tokens,
    refundedTokens: lost,
    paidTokens: 1_000 - lost - answered.body.fill.tokens,
    reservedTokens: 0,
    escrowScale8: 0n,
  });
  expect(open!.reservedTokens).toBeGreaterThan(lost);
  expect(await payable(maker)).toBe(BigInt(1_000 - lost) * 100n);
  expect((await exchange.account(key)).reserved).toBe('0');
}

test('in mid-draw: a lot defaults, and the window of another ends', async () => {
  await Promise.all([defaultInMidDraw(), windowEndsInMidDraw()]); // both wait for three attempts
});

test('everything is down over the end of a window, a request at the seller: it is paid, and the rest', async () => {
  const { credential, model, maker, contractId, key } = await ticketOn(exchange, 1_000);
  maker.hold();
  const slow = exchange.chat(credential, { model });
  await until(() => maker.held === 1);
  await Promise.all(exchange.workers.map((worker) => worker.kill('SIGKILL')));
  await endWindow(exchange, contractId);
  expect(await readContract(exchange, key, contractId)).toMatchObject({
    status: 'expired',
    remaining: 0,
  });
  expect(await payable(maker)).toBe(0n);
  await exchange.startWorker();
  maker.release();
  const answered = await slow;
  expect(answered.status).toBe(200);
  await closed(contractId);
  expect(await payable(maker)).toBe(100_000n);
  const [lot] = await lotsOf(exchange, contractId);
  const { tokens } = answered.body.fill;
  expect(lot).toMatchObject({ drawnTokens: tokens, paidTokens: 1_000 - tokens, draws: 1 });
  const again = await issueTicket(exchange, key, contractId);
  expect(again.body).toMatchObject({ status: 'expired', remaining_tokens: 0 });
  const late = await exchange.chat(again.body.credential, { model });
  expect([late.status, late.body.code]).toEqual([410, 'contract_expired']);
});

/** Starts a redemption whose deadline is shorter than a gateway gives it. */
async function redeemWithin(market: TicketMarket, deadlineMs: number): Promise<string> {
  const { settings } = exchange;
  const { accountId, contractId, model } = market;
  const orderId = uuidV7();
  const sealed = new Sealer(settings.secrets.payloadKeys).sealJson(chatBody({ model }), orderId);
  const order: ChatOrder = {
    orderId,
    accountId,
    contractId,
    modelId: model,
    requestId: 'request',
    idempotencyId: null,
    workflowId: chatWorkflowId(settings.TOKENBOOK_DEPLOYMENT, orderId),
    streamed: false,
    request: {
      sealed: sealed.toString('base64'),
      orderId,
    },
    limits: {
      deadlineMs,
      answerTimeoutMs: 6e4,
      heartbeatMs: 500,
    },
    promptTokens: 11,
    quantityMinTokens: 75,
    quantityMaxTokens: 75,
    choices: 1,
    elastic: false,
    region: null,
    sellerId: null,
    venuePin: null,
    excludedSellerIds: [],
    ceilingScale8: '0',
  };
  const connection = await Connection.connect({ address: settings.temporalAddress });
  await new Client({ connection }).workflow.start('chatOrder', {
    workflowId: order.workflowId,
    taskQueue: queueName(settings.TOKENBOOK_DEPLOYMENT, 'orders'),
    args: [order],
  });
  await connection.close();
  return orderId;
}

test('nobody of ours is there for longer than a seller has for its attempts: it has not defaulted', async () => {
  const market = await ticketOn(exchange, 1_000);
  const { maker, contractId } = market;
  maker.hold();
  const startedAtMs = Date.now();
  const orderId = await redeemWithin(market, 1_500);
  await until(() => maker.held === 1);
  await Promise.all(exchange.workers.map((worker) => worker.kill('SIGKILL')));
  await until(() => Date.now() > startedAtMs + 2_000);
  maker.release();
  await exchange.startWorker();
  const ended = await until(async () => {
    const order = await exchange.records.orders.findOne({ _id: orderId });
    return order?.status !== 'open' && order;
  });
  expect(ended).toMatchObject({ status: 'filled', refusal: null });
  expect((await lotsOf(exchange, contractId))[0]).toMatchObject({ status: 'open', draws: 1 });
  expect(maker.keys.size).toBe(1);
});
