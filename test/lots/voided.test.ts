/** An operator ends a lot during its window: what was not drawn goes back to the buyer, once (CONTRACT-12). */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { lotWorkflowId } from '../../domain/workflow-names';
import { deliveriesOf, readContract, readTicket } from '../contracts/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { type Receiver, startReceiver, subscribe, verifiedEvents } from '../webhooks/receiver';
import { type TicketMarket, ticketOn } from './ticket-market';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(() => exchange.stop());

const REASON = 'Sold by mistake.';
const lotOf = async ({ contractId }: TicketMarket) =>
  (await exchange.records.lots.findOne({ contractId }))!;
const voidLot = (lotId: string, body: object = {}) =>
  exchange.send('POST', `/admin/v1/lots/${lotId}/void`, {
    admin: true,
    body: { reason: REASON, ...body },
  });

test('refunds what was not drawn; what is under way ends on its own, and its rest follows', async () => {
  const market = await ticketOn(exchange, 1_000);
  const { model, credential, key, maker, contractId, ticketId } = market;
  const { _id: lotId } = await lotOf(market);
  const before = await exchange.account(key);
  const { fill } = (await exchange.chat(credential, { model })).body;
  maker.hold();
  const held = exchange.chat(credential, { model });
  await until(() => maker.held === 1, { what: 'a draw at the seller' });

  const voided = await voidLot(lotId);
  expect(voided).toMatchObject({ status: 200, body: { status: 'voided', remaining: 0 } });
  expect(voided.body.reserved + voided.body.refunded + fill.tokens).toBe(1_000);
  const another = await exchange.chat(credential, { model });
  expect(another).toMatchObject({ status: 410, body: { code: 'contract_expired' } });
  maker.release();
  const second = (await held).body.fill;
  await exchange.expectExact();

  const used = fill.tokens + second.tokens;
  expect(await lotOf(market)).toMatchObject({ status: 'voided', refundedTokens: 1_000 - used });
  const after = await exchange.account(key);
  expect(Number(after.balance) - Number(before.balance)).toBeCloseTo((1_000 - used) / 1e6, 8);
  const contract = await readContract(exchange, key, contractId);
  expect(contract).toMatchObject({ status: 'expired', lots: [{ status: 'voided', remaining: 0 }] });
  expect(await readTicket(exchange, key, ticketId)).toMatchObject({ status: 'expired' });
  expect(await deliveriesOf(exchange, maker)).toEqual([]);
  const refunds = (await exchange.admin('GET', `/sellers/${maker.sellerId}/refunds`)).body.refunds;
  expect(refunds).toMatchObject([{ lot_id: lotId, status: 'voided', reason: REASON }]);
});

test('twice is once, and its workflow ends with the reason', async () => {
  const market = await ticketOn(exchange, 1_000);
  const { _id: lotId } = await lotOf(market);
  const both = await Promise.all([voidLot(lotId), voidLot(lotId)]);
  expect(both.map(({ status, body }) => [status, body.refund])).toEqual([
    [200, '0.001'],
    [200, '0.001'],
  ]);
  expect(await exchange.records.journals.countDocuments({ reference: lotId, kind: 'refund' })).toBe(
    1,
  );
  const workflowId = lotWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, lotId);
  const connection = await Connection.connect({ address: exchange.settings.temporalAddress });
  const { workflow } = new Client({ connection });
  expect(await workflow.getHandle(workflowId).result()).toMatchObject({
    status: 'voided',
    refundedTokens: 1e3,
    reason: REASON,
  });
  await connection.close();
  const { body } = await exchange.admin('GET', `/audit?target=${lotId}`);
  expect(body.actions[0]).toMatchObject({ action: 'voidLot', reason: REASON });
});

test.each([
  [false, 'lot.ended', 'voided'],
  [true, 'lot.defaulted', 'defaulted'],
] as const)(
  'with default %s buyer and seller are notified of %s',
  async (isDefault, type, status) => {
    const market = await ticketOn(exchange, 1_000);
    const { _id: lotId } = await lotOf(market);
    const subscriptions: [Receiver, { secret: string }][] = [];
    for (const participant of [market, market.maker]) {
      const receiver = await startReceiver();
      subscriptions.push([receiver, await subscribe(exchange, participant, receiver.url)]);
    }
    expect((await voidLot(lotId, { default: isDefault })).body.status).toBe(status);
    for (const [receiver, { secret }] of subscriptions) {
      const [event] = await verifiedEvents(receiver, secret, type);
      const data = { lot_id: lotId, status, reason: REASON, refunded_tokens: 1_000 };
      expect(event.data).toMatchObject(data);
      await receiver.close();
    }
  },
);

test('a lot that has ended is refused, and one that does not exist is not found', async () => {
  const market = await ticketOn(exchange, 1_000);
  const { _id: lotId } = await lotOf(market);
  const refused = { status: 400, body: { code: 'invalid_request' } };
  expect(await voidLot(lotId, { reason: '' })).toMatchObject(refused);
  await exchange.records.lots.updateOne({ _id: lotId }, { $set: { endsAt: new Date() } });
  expect(await voidLot(lotId)).toMatchObject(refused);
  expect((await lotOf(market)).refundedTokens).toBe(0);
  expect(await voidLot(randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
