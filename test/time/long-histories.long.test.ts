/**
 * Workflows that outgrow one history, on a server that asks for a new run after 120 events: nothing is
 * lost in the hand-over. And a month during which no process and no Temporal server runs.
 */
import type { WorkflowHandle } from '@temporalio/client';
import {
  contractOrderWorkflowId,
  lotWorkflowId,
  sellerWorkflowId,
} from '../../domain/workflow-names';
import {
  as,
  cancelOrder,
  deliveriesOf,
  placeOrder,
  readContract,
  untilOrder,
} from '../contracts/market';
import { newModel } from '../e2e/market';
import { newKey } from '../registration/registering';
import { setStanding, ask, failing, judgedSeller, untilStanding } from '../standing/outcomes';
import { SEARCH_ATTRIBUTES } from '../../temporal/register-search-attributes';
import { Exchange, type TestSeller } from '../support/exchange';
import { DAY_MS, HOUR_MS, age, fastForward, letTimePass } from '../support/passing-time';
import { type TemporalServer, startTemporalServer } from '../support/temporal-server';
import { until } from '../support/wait';

const SUGGESTED_AT_EVENTS = 120;
/** What may still come after the suggestion: the steps of one turn, and the messages meanwhile. */
const EVENTS_MAX = 4 * SUGGESTED_AT_EVENTS;

let temporal: TemporalServer;
let exchange: Exchange;
beforeAll(async () => {
  temporal = await startTemporalServer([
    `limit.historyCount.suggestContinueAsNew=${SUGGESTED_AT_EVENTS}`,
  ]);
  exchange = await Exchange.start({
    relay: true,
    addresses: temporal.addresses,
    settings: { GATEWAY_WORKER: 'off', ASKS_QUOTA: 10_000 },
  });
});
afterEach(() => exchange.expectExact());
afterAll(async () => {
  await exchange?.stop();
  await temporal.stop();
});

const deployment = () => exchange.settings.TOKENBOOK_DEPLOYMENT;
const handleOf = (workflowId: string) => exchange.temporal.workflow.getHandle(workflowId);

async function market() {
  const model = newModel();
  const seller = await exchange.seller('normal', { models: [model] });
  return { model, seller, ...(await exchange.buyer('10')) };
}

/** The runs of a workflow, oldest first, with the lengths of their histories. */
async function runsOf(workflowId: string) {
  const runs: { runId: string; events: number; startedAtMs: number }[] = [];
  for await (const { runId, startTime } of exchange.temporal.workflow.list({
    query: `WorkflowId = "${workflowId}"`,
  })) {
    const { historyLength } = await exchange.temporal.workflow
      .getHandle(workflowId, runId)
      .describe();
    runs.push({ runId, events: historyLength, startedAtMs: startTime.getTime() });
  }
  return runs.sort((one, other) => one.startedAtMs - other.startedAtMs);
}

/** Messages to a workflow until it has had so many runs. */
async function continuedBy(send: () => Promise<unknown>, workflowId: string, runs: number) {
  await until(
    async () => {
      await Promise.all(Array.from({ length: 6 }, send));
      return (await runsOf(workflowId)).length >= runs;
    },
    { everyMs: 1, timeoutMs: 60_000, what: `${runs} runs of ${workflowId}` },
  );
}

async function expectShort(workflowId: string): Promise<void> {
  const runs = await runsOf(workflowId);
  expect(runs.length).toBeGreaterThan(1);
  for (const { events } of runs) expect(events).toBeLessThan(EVENTS_MAX);
}

/** What the operator reads of a running workflow in the web UI. */
async function detailsOf(handle: WorkflowHandle): Promise<string> {
  const told = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  return told.currentDetails;
}

/** Those that are ours: the server's own say which code a run has met. */
const attributeNames = async (handle: WorkflowHandle) => {
  const { searchAttributes } = (await handle.describe()).raw.workflowExecutionInfo ?? {};
  return Object.keys(searchAttributes?.indexedFields ?? {})
    .filter((name) => SEARCH_ATTRIBUTES.includes(name))
    .sort();
};

test('an order of very many fills loses none, nor its cancellation, in the hand-overs', async () => {
  const { model, seller, key } = await market();
  const placed = await placeOrder(exchange, key, { model_id: model, quantity: 100_000 });
  const orderId: string = placed.body.order_id;
  const handle = handleOf(contractOrderWorkflowId(deployment(), orderId));
  const attributes = await attributeNames(handle);
  let sold = 0;
  const sell = async () => {
    sold += 50;
    await exchange.ask(seller, { price: '0.001', capacity: 50, model });
  };
  const told = () => handle.signal('orderFilled', []);
  const sellBesides = () => Promise.all([sell(), ...Array.from({ length: 10 }, told)]);
  await continuedBy(sellBesides, handle.workflowId, 3);
  expect(await detailsOf(handle)).toContain('Rests in its book');
  expect(await attributeNames(handle)).toEqual(attributes);

  const [cancelled] = await Promise.all([
    cancelOrder(exchange, key, orderId),
    ...Array.from({ length: 20 }, () => handle.signal('orderFilled', [])),
  ]);
  expect(cancelled.status).toBe(204);
  await untilOrder(exchange, key, orderId, { status: 'cancelled', filled_quantity: sold });
  expect(await handle.result()).toMatchObject({ status: 'cancelled', filledTokens: sold });
  const owed = await deliveriesOf(exchange, seller);
  expect(owed.reduce((sum, { remaining }) => sum + remaining, 0)).toBe(sold);
  expect(await exchange.account(key)).toMatchObject({ reserved: '0' });
  await expectShort(handle.workflowId);
});

test('an order keeps its end over the hand-over', async () => {
  const { model, key } = await market();
  const { body } = await placeOrder(exchange, key, {
    model_id: model,
    time_in_force: 'GTD',
    expires_at: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  const handle = handleOf(contractOrderWorkflowId(deployment(), body.order_id));
  await continuedBy(() => handle.signal('orderFilled', []), handle.workflowId, 2);
  await letTimePass(exchange, HOUR_MS, [handle.workflowId]);
  await untilOrder(exchange, key, body.order_id, { status: 'expired' });
  await expectShort(handle.workflowId);
});

test('a seller answers every change while its workflow goes on in new runs, and stays suspended', async () => {
  const judged = await judgedSeller(exchange);
  const { seller, model } = judged;
  const handle = handleOf(sellerWorkflowId(deployment(), seller.url));
  await ask(exchange, judged, 10, failing());
  await untilStanding(exchange, judged, 'Suspended');
  const attributes = await attributeNames(handle);

  let currentKey = seller.apiKey;
  const rotate = async () => {
    const apiKey = newKey();
    const answer = await exchange.send('POST', '/seller/v1/register', {
      headers: { 'x-seller-api-key': currentKey },
      body: { name: 'S', endpoint_url: seller.url, supported_models: [model], api_key: apiKey },
    });
    expect(answer).toMatchObject({ status: 200, body: { seller_id: seller.sellerId } });
    currentKey = apiKey;
  };
  await until(
    async () => {
      const signals = Array.from({ length: 10 }, () => handle.signal('outcomesChanged'));
      await Promise.all([rotate(), ...signals]);
      return (await runsOf(handle.workflowId)).length >= 3;
    },
    { everyMs: 1, timeoutMs: 60_000, what: 'three runs of the seller' },
  );
  const profile = await exchange.send('GET', '/seller/v1/profile', {
    headers: { 'x-seller-api-key': currentKey },
  });
  expect(profile).toMatchObject({ status: 200, body: { standing: 'Suspended' } });
  const details = await detailsOf(handle);
  expect(details).toContain(`Seller ${seller.sellerId}`);
  expect(details).toContain('Standing **Suspended** until');
  expect(await attributeNames(handle)).toEqual(attributes);

  await letTimePass(exchange, HOUR_MS, [handle.workflowId]);
  await untilStanding(exchange, judged, 'Probation');
  await setStanding(exchange, judged, 'Active');
  await expectShort(handle.workflowId);
});

/** Nothing runs any more, and a month later everything does. */
async function everythingDownFor(passedMs: number, workflowIds: string[]): Promise<void> {
  const { gateways, workers, relay } = exchange;
  const processes = [...gateways, ...workers, relay!].filter(({ alive }) => alive);
  await Promise.all(processes.map((process) => process.kill('SIGKILL')));
  await temporal.kill();
  await age(exchange, passedMs);
  await temporal.restart();
  await exchange.startGateway();
  await exchange.startWorker();
  await exchange.startRelay();
  const skipped = workflowIds.map((workflowId) =>
    fastForward(exchange.temporal, workflowId, passedMs),
  );
  await Promise.all(skipped);
}

async function offer(seller: TestSeller, model: string, capacity: number): Promise<void> {
  const { status } = await exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
    headers: { 'x-seller-api-key': seller.apiKey },
    body: { model_id: model, price: '0.001', capacity, tenor: '30d', ttl_seconds: 3_600 },
  });
  expect(status).toBe(200);
}

test('all is down over the whole of a 30 days window: each end comes once, and is the right one', async () => {
  const { model, seller, key } = await market();
  await offer(seller, model, 6_000);
  const order = { model_id: model, tenor: '30d' };
  const bought = await placeOrder(exchange, key, { ...order, quantity: 6_000 });
  expect(bought.body).toMatchObject({ status: 'filled' });
  const contractId: string = bought.body.contract_id;
  const resting = await placeOrder(exchange, key, {
    ...order,
    quantity: 4_000,
    time_in_force: 'GTD',
    expires_at: new Date(Date.now() + 20 * DAY_MS).toISOString(),
  });
  const lot = await exchange.records.lots.findOne({ contractId });
  const lotHandle = handleOf(lotWorkflowId(deployment(), lot!._id));
  const orderHandle = handleOf(contractOrderWorkflowId(deployment(), resting.body.order_id));

  await everythingDownFor(32 * DAY_MS, [lotHandle.workflowId, orderHandle.workflowId]);

  expect(await lotHandle.result()).toMatchObject({ status: 'expired', paidTokens: 6_000 });
  expect(await orderHandle.result()).toMatchObject({ status: 'expired', filledTokens: 0 });
  await untilOrder(exchange, key, resting.body.order_id, { status: 'expired' });
  expect(await readContract(exchange, key, contractId)).toMatchObject({ status: 'expired' });
  expect(await deliveriesOf(exchange, seller)).toEqual([]);
  expect(await exchange.records.ledger.sellerPayableScale8(seller.sellerId)).toBe(600_000n);
  expect(await exchange.account(key)).toMatchObject({ balance: '9.994', reserved: '0' });
  const { body: ticket } = await exchange.send('POST', '/buyer/v1/tickets', {
    ...as(key),
    body: { contract_id: contractId },
  });
  expect(ticket).toMatchObject({ status: 'expired' });
});
