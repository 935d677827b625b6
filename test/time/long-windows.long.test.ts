/** Windows, orders and suspensions that last an hour, weeks or a month, on Temporal's skipped time. */
import {
  contractOrderWorkflowId,
  lotWorkflowId,
  scheduledWorkflowId,
  sellerWorkflowId,
} from '../../domain/workflow-names';
import { as, deliveriesOf, placeOrder, readContract, untilOrder } from '../contracts/market';
import { ask, failing, judgedSeller, sellerDetails, untilStanding } from '../standing/outcomes';
import { Exchange } from '../support/exchange';
import { DAY_MS, HOUR_MS, letTimePass } from '../support/passing-time';
import { until } from '../support/wait';

const exchange = Exchange.forFile({ relay: true });
afterEach(() => exchange.expectExact());

const pass = (passedMs: number, ...workflowIds: string[]) =>
  letTimePass(exchange, passedMs, workflowIds);
const deployment = () => exchange.settings.TOKENBOOK_DEPLOYMENT;

let models = 0;
async function market() {
  const model = `long-window-${++models}`;
  const seller = await exchange.seller('normal', { models: [model] });
  const buyer = await exchange.buyer('5');
  const offer = (capacity: number, tenor: string) =>
    exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
      headers: { 'x-seller-api-key': seller.apiKey },
      body: { model_id: model, price: '0.001', capacity, tenor, ttl_seconds: 3_600 },
    });
  return { model, seller, ...buyer, offer };
}

/** Tokens of a 30 days' window that is yet to open, and the credential that draws on them. */
async function monthOfCapacity() {
  const place = await market();
  const { model, key, offer } = place;
  expect((await offer(10_000, '30d')).status).toBe(200);
  const placed = await placeOrder(exchange, key, { model_id: model, tenor: '30d' });
  expect(placed.body).toMatchObject({ status: 'filled' });
  const contractId: string = placed.body.contract_id;
  const { body: ticket } = await exchange.send('POST', '/buyer/v1/tickets', {
    ...as(key),
    body: { contract_id: contractId },
  });
  const lot = await exchange.records.lots.findOne({ contractId });
  const workflowId = lotWorkflowId(deployment(), lot!._id);
  const draw = () => exchange.chat(ticket.credential, { model, max_price: undefined });
  return { ...place, contractId, lot: lot!, workflowId, draw };
}

const statusOf = async (workflowId: string) =>
  (await exchange.temporal.workflow.getHandle(workflowId).describe()).status.name;

describe('a window of 30 days', () => {
  it('opens, is drawn on to its last day, and ends by take or pay', async () => {
    const { key, seller, contractId, lot, workflowId, draw } = await monthOfCapacity();
    expect(await draw()).toMatchObject({ status: 409, body: { code: 'contract_pending' } });

    await pass(lot.opensAt.getTime() - Date.now() + HOUR_MS, workflowId);
    const first = await draw();
    expect(first.status).toBe(200);
    await pass(29 * DAY_MS, workflowId);
    const second = await draw();
    expect(second.status).toBe(200);
    const drawn = first.body.fill.tokens + second.body.fill.tokens;
    expect(await statusOf(workflowId)).toBe('RUNNING');
    expect(await exchange.records.ledger.sellerPayableScale8(seller.sellerId)).toBe(
      BigInt(drawn) * 100n,
    );

    await pass(DAY_MS, workflowId);
    const end = await exchange.temporal.workflow.getHandle(workflowId).result();
    expect(end).toMatchObject({
      status: 'expired',
      drawnTokens: drawn,
      paidTokens: 10_000 - drawn,
      refundedTokens: 0,
    });
    expect(await draw()).toMatchObject({ status: 410, body: { code: 'contract_expired' } });
    expect(await readContract(exchange, key, contractId)).toMatchObject({ status: 'expired' });
    expect(await deliveriesOf(exchange, seller)).toEqual([]);
    expect(await exchange.records.ledger.sellerPayableScale8(seller.sellerId)).toBe(1_000_000n);
    expect(await exchange.account(key)).toMatchObject({ balance: '4.99', reserved: '0' });
  });
});

describe('an order that rests for weeks', () => {
  it('is filled in its third week, and expires at its own time', async () => {
    const { model, key, offer } = await market();
    const placed = await placeOrder(exchange, key, {
      model_id: model,
      time_in_force: 'GTD',
      expires_at: new Date(Date.now() + 21 * DAY_MS).toISOString(),
    });
    const { order_id: orderId } = placed.body;
    const workflowId = contractOrderWorkflowId(deployment(), orderId);

    await pass(20 * DAY_MS, workflowId);
    await offer(4_000, 'spot');
    await untilOrder(exchange, key, orderId, { filled_quantity: 4_000, remaining: 6_000 });

    await pass(DAY_MS + HOUR_MS, workflowId);
    await untilOrder(exchange, key, orderId, { status: 'expired', filled_quantity: 4_000 });
    expect(await exchange.temporal.workflow.getHandle(workflowId).result()).toMatchObject({
      status: 'expired',
      filledTokens: 4_000,
    });
    expect(await exchange.account(key)).toMatchObject({ balance: '4.996', reserved: '0' });
  });

  it('without an end rests on for a year', async () => {
    const { model, key, offer } = await market();
    const { body } = await placeOrder(exchange, key, { model_id: model });
    await pass(365 * DAY_MS, contractOrderWorkflowId(deployment(), body.order_id));
    await untilOrder(exchange, key, body.order_id, { status: 'open', remaining: 10_000 });
    await offer(10_000, 'spot');
    await untilOrder(exchange, key, body.order_id, { status: 'filled' });
  });
});

test('a seller is suspended for its hour, then on probation, then active', async () => {
  const judged = await judgedSeller(exchange);
  const workflowId = sellerWorkflowId(deployment(), judged.seller.url);
  await ask(exchange, judged, 10, failing());
  await untilStanding(exchange, judged, 'Suspended');
  await pass(HOUR_MS - 60_000, workflowId);
  expect((await sellerDetails(exchange, judged)).standing).toBe('Suspended');

  await pass(2 * 60_000, workflowId);
  await untilStanding(exchange, judged, 'Probation');
  judged.askId = await exchange.ask(judged.seller, { model: judged.model, price: '0.001' });
  await Promise.all(Array.from({ length: 20 }, () => ask(exchange, judged, 1)));
  await untilStanding(exchange, judged, 'Active');
});

test('schedules keep their pace while workflows skip time', async () => {
  const handle = exchange.temporal.schedule.getHandle(scheduledWorkflowId(deployment(), 'upkeep'));
  const { info } = await handle.describe();
  const [next] = info.nextActionTimes;
  expect(next!.getTime()).toBeLessThan(Date.now() + 31_000);
  await handle.trigger();
  await until(async () => (await handle.describe()).info.recentActions.length > 0);
});
