/** Many redemptions of one ticket at the same time, at two gateways, and the deaths of workers among them. */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { parseScale8 } from '../../domain/money';
import { lotWorkflowId } from '../../domain/workflow-names';
import { readTicket } from '../contracts/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { type TicketMarket, lotsOf, ticketOn } from './ticket-market';
import { Watcher } from './watcher';

const REDEMPTIONS = 64;

let exchange: Exchange;
beforeAll(async () => {
  const settings = { GATEWAY_WORKER: 'off' } as const;
  exchange = await Exchange.start({ gateways: 2, workers: 2, settings });
});
afterEach(() => exchange.expectExact());
afterAll(() => exchange.stop());

/** Every second one streamed. @returns status, code and charge of each */
function redeemAtOnce({ credential, model }: TicketMarket, count: number, watcher?: Watcher) {
  const redemption = async (at: number) => {
    const request = { model, max_tokens: 64 };
    const options = { gateway: at % 2 };
    if (at % 2 === 0) {
      const { status, body } = await exchange.chat(credential, request, options);
      return { status, code: body.code, fill: body.fill };
    }
    const { status, body, chunks } = await exchange.stream(credential, request, options);
    return { status, code: body?.code, fill: chunks.at(-1)?.fill };
  };
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const redeemed = await redemption(at);
      if (watcher) watcher.redeemedTokens += redeemed.fill?.tokens ?? 0;
      return redeemed;
    }),
  );
}

test('more redemptions than the ticket holds: each token is reserved once, the others are told at once', async () => {
  const market = await ticketOn(exchange, 3_000);
  const { maker, key } = market;
  const watcher = new Watcher(exchange, market);
  maker.hold();
  const redeeming = redeemAtOnce(market, REDEMPTIONS, watcher);
  const { quantityTokens } = await until(() =>
    exchange.records.fills.findOne({ accountId: market.accountId, kind: 'draw' }),
  );
  const fitting = Math.floor(3_000 / quantityTokens);
  await until(() => maker.keys.size === fitting, {
    what: `${fitting} redemptions to be at the seller`,
  });
  const [lot] = await lotsOf(exchange, market.contractId);
  expect(lot).toMatchObject({ reservedTokens: fitting * quantityTokens, drawnTokens: 0 });
  maker.release();
  const redemptions = await redeeming;
  const good = redemptions.filter(({ status }) => status === 200);
  const refused = redemptions.filter(({ status }) => status !== 200);
  expect(good.length).toBeGreaterThanOrEqual(fitting);
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['402 contract_exhausted']),
  );
  await watcher.stop();
  const seen = await readTicket(exchange, key, market.ticketId);
  expect(seen.remaining_tokens).toBe(3_000 - watcher.redeemedTokens);
  expect(await exchange.account(key)).toMatchObject({ balance: '0.997', reserved: '0' });
  const paid = good.reduce((sum, { fill }) => sum + parseScale8(fill.cost)!, 0n);
  expect(await exchange.records.ledger.sellerPayableScale8(maker.sellerId)).toBe(paid);
});

test('down to the last token: every view says exhausted, and nothing is owed any more', async () => {
  const market = await ticketOn(exchange, 1_000);
  const { credential, model, maker, key, ticketId } = market;
  maker.setBehaviour(BEHAVIOURS.wrongUsage({ usage: { total_tokens: 1_000_000 } }));
  const watcher = new Watcher(exchange, market);
  const redemption = async () => {
    const answer = await exchange.chat(credential, { model, max_tokens: undefined });
    watcher.redeemedTokens += answer.body.fill?.tokens ?? 0;
    return answer;
  };
  expect((await exchange.chat(credential, { model, max_tokens: 64 })).status).toBe(200);
  await redemption(); // elastic: it takes all that is left
  await watcher.stop();
  expect(await readTicket(exchange, key, ticketId)).toMatchObject({
    status: 'exhausted',
    remaining_tokens: 0,
  });
  expect((await redemption()).body.code).toBe('contract_exhausted');
  const [lot] = await lotsOf(exchange, market.contractId);
  expect(lot).toMatchObject({ status: 'exhausted', escrowScale8: 0n, drawnTokens: 1_000 });
});

test('the workflow of a lot ends with its last token, though another process than the gateway drew it', async () => {
  const { credential, model, maker, contractId } = await ticketOn(exchange, 1_000);
  const usesAll = BEHAVIOURS.wrongUsage({ usage: { total_tokens: 1_000_000 } });
  maker.setBehaviour(BEHAVIOURS.inTurn(BEHAVIOURS.throttled({ retryAfter: '0' }), usesAll));
  expect((await exchange.chat(credential, { model, max_tokens: undefined })).status).toBe(200);
  expect(maker.requests).toHaveLength(2);
  const [lot] = await lotsOf(exchange, contractId);
  expect(lot).toMatchObject({ status: 'exhausted', drawnTokens: 1_000 });
  const { settings } = exchange;
  const connection = await Connection.connect({ address: settings.temporalAddress });
  const workflowId = lotWorkflowId(settings.TOKENBOOK_DEPLOYMENT, lot!._id);
  const handle = new Client({ connection }).workflow.getHandle(workflowId);
  await until(async () => (await handle.describe()).status.name === 'COMPLETED', {
    what: 'the end of the workflow, long before that of the window',
  });
  await connection.close();
});

test.each([false, true])(
  'one key, asked eight times at two gateways, redemptions once (streamed: %s)',
  async (streamed) => {
    const { credential, model, maker, contractId } = await ticketOn(exchange, 3_000);
    const idempotencyKey = randomUUID();
    const ask = async (gateway: number) => {
      const options = { idempotencyKey, gateway };
      if (!streamed) return (await exchange.chat(credential, { model }, options)).body;
      return (await exchange.stream(credential, { model }, options)).chunks;
    };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => ask(at % 2)));
    answers.push(await ask(1));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(maker.requests).toHaveLength(1);
    const [lot] = await lotsOf(exchange, contractId);
    const fill = streamed ? answers[0].at(-1).fill : answers[0].fill;
    expect(lot).toMatchObject({ draws: 1, reservedTokens: 0, drawnTokens: fill.tokens });
  },
);

test('every worker is killed with redemptions at the seller: each is redeemed once and charged once', async () => {
  const market = await ticketOn(exchange, 10_000);
  const { maker, contractId } = market;
  // A gateway makes the first attempt; after a throttle the workflow's worker makes the next one.
  const throttledOnce = BEHAVIOURS.throttledOnce();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  maker.setBehaviour({
    async answer(visit) {
      if (visit.count > 1) await held;
      await throttledOnce.answer(visit);
    },
  });
  const redeeming = redeemAtOnce(market, 16);
  const asked = (times: number) =>
    until(() => [...maker.keys.values()].filter((count) => count === times).length === 16, {
      what: `all redemptions to be at the seller for the ${times}. time`,
    });
  await asked(2);
  await Promise.all(exchange.workers.map((worker) => worker.kill('SIGKILL')));
  await exchange.startWorker();
  await asked(3);
  release();
  const redemptions = await redeeming;
  expect(redemptions.map(({ status }) => status)).toEqual(redemptions.map(() => 200));
  expect(new Set(redemptions.map(({ fill }) => fill.fill_id)).size).toBe(16);
  expect(maker.keys.size).toBe(16);
  const drawnTokens = redemptions.reduce((sum, { fill }) => sum + fill.tokens, 0);
  const [lot] = await lotsOf(exchange, contractId);
  expect(lot).toMatchObject({ draws: 16, reservedTokens: 0, drawnTokens, status: 'open' });
});
