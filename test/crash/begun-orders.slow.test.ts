/** Orders that a gateway has begun: recorded by workflows that nobody waits for, and ended whatever dies. */
import { Exchange, MODEL, type TestSeller } from '../support/exchange';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const ORDERS_PER_WORKFLOW = 5;
const ORDERS_WITHOUT_WORKFLOW = 8;

let servers: TestServers;
let exchange: Exchange;
let seller: TestSeller;
let key: string;

beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  exchange = await Exchange.start({
    addresses: servers.addresses,
    gateways: 2,
    relay: true,
    settings: { ORDERS_PER_WORKFLOW, ORDERS_WITHOUT_WORKFLOW, GATEWAY_WORKER: 'off' },
  });
  ({ key } = await exchange.buyer());
  seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
});

afterAll(async () => {
  await exchange.stop();
  await servers.stop();
});

afterEach(async () => {
  await exchange.expectExact();
  await exchange.expectBookAgrees(MODEL);
  await exchange.expectSagasEnded();
});

const chats = (count: number, gateway: number) =>
  Promise.all(Array.from({ length: count }, () => exchange.chat(key, {}, { gateway })));

test('orders that begin together are recorded together, so many in one workflow', async () => {
  const answers = await chats(2 * ORDERS_PER_WORKFLOW + 1, 0);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const fillIds = answers.map(({ body }) => body.fill.fill_id);
  await exchange.expectSagasEnded();
  const orders = await exchange.records.orders.find({ fillId: { $in: fillIds } }).toArray();
  const sizes = new Map<string, number>();
  for (const { workflowId } of orders) sizes.set(workflowId!, (sizes.get(workflowId!) ?? 0) + 1);
  expect(Math.max(...sizes.values())).toBeLessThanOrEqual(ORDERS_PER_WORKFLOW);
  expect(sizes.size).toBeLessThan(orders.length);
  expect(orders.map(({ bid }) => bid)).toEqual(orders.map(() => undefined));

  const [order] = orders;
  const [found] = await workflowsOf(`WorkflowType = "orderBatch" AND Ids = "${order!._id}"`, 1);
  expect(found).toBe(order!.workflowId);
  const result = await exchange.temporal.workflow.getHandle(order!.workflowId!).result();
  expect(result).toMatchObject({ filled: sizes.get(order!.workflowId!), continued: [] });
});

test('a gateway that is killed while its seller answers: the order goes on in a workflow of its own, at the same seller with the same key', async () => {
  seller.hold();
  const asked = seller.requests.length;
  const options = { idempotencyKey: 'killed', gateway: 1 };
  const lost = exchange.chat(key, {}, options).catch(() => null);
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  await exchange.gateways[1]!.kill('SIGKILL');
  expect(await lost).toBeNull();
  await until(() => seller.requests.length === asked + 2, { what: 'the second attempt' });
  seller.release();
  const answer = await exchange.chat(key, {}, { idempotencyKey: 'killed', gateway: 0 });
  expect(answer.status).toBe(200);
  const fillId = answer.body.fill.fill_id;
  expect(seller.keys.get(fillId)).toBe(2);
  const order = await exchange.records.orders.findOne({ fillId });
  expect(await workflowsOf(`WorkflowType = "chatOrder" AND Ids = "${order!._id}"`, 1)).toEqual([
    order!.workflowId,
  ]);
  expect(await exchange.records.trades.countDocuments({ _id: fillId })).toBe(1);
  await exchange.startGateway();
});

test('a gateway that is killed at its second seller: that one is asked again with the same key, the first one is not', async () => {
  const model = 'second-of-two';
  const [failing, second] = [
    await exchange.seller('error500', { models: [model] }),
    await exchange.seller('normal', { models: [model] }),
  ];
  await exchange.ask(failing, { model, price: '0.0001' });
  await exchange.ask(second, { model, price: '0.001' });
  second.hold();
  const gateway = exchange.gateways.length - 1;
  const options = { idempotencyKey: 'killed-later', gateway };
  const lost = exchange.chat(key, { model }, options).catch(() => null);
  await until(() => second.held === 1, { what: 'the second seller to be asked' });
  await exchange.gateways[gateway]!.kill('SIGKILL');
  expect(await lost).toBeNull();
  await until(() => second.requests.length === 2, { what: 'the second attempt' });
  second.release();
  const again = { idempotencyKey: 'killed-later', gateway: 0 };
  const answer = await exchange.chat(key, { model }, again);
  expect(answer.status).toBe(200);
  expect([...second.keys]).toEqual([[answer.body.fill.fill_id, 2]]);
  expect(failing.requests).toHaveLength(1);
  await exchange.expectBookAgrees(model);
  await exchange.startGateway();
});

test('a gateway that stands still beside the attempt that replaced it: one charge, one answer', async () => {
  seller.hold();
  const asked = seller.requests.length;
  const gateway = exchange.gateways.length - 1;
  const answering = exchange.chat(key, {}, { idempotencyKey: 'paused', gateway });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  process.kill(exchange.gateways[gateway]!.pid, 'SIGSTOP');
  await until(() => seller.requests.length === asked + 2, { what: 'the second attempt' });
  process.kill(exchange.gateways[gateway]!.pid, 'SIGCONT');
  seller.release();
  const answer = await answering;
  expect(answer.status).toBe(200);
  const again = await exchange.chat(key, {}, { idempotencyKey: 'paused', gateway: 0 });
  expect(again.body).toEqual(answer.body);
  const fillId = answer.body.fill.fill_id;
  expect(await exchange.records.journals.countDocuments({ fillId, kind: 'capture' })).toBe(1);
});

test('Temporal is unavailable: so many chats are answered and not one more, and each has its workflow when it is back', async () => {
  await servers.kill('temporal');
  const answers = [];
  for (let at = 0; at < ORDERS_WITHOUT_WORKFLOW; at += 1) {
    answers.push(await exchange.chat(key, {}, { gateway: 0 }));
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const oneMore = await exchange.chat(key, {}, { gateway: 0 });
  expect(oneMore).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  expect(oneMore.headers['retry-after']).toBe('1');
  await servers.restart('temporal');
  await exchange.expectSagasEnded();
  expect((await exchange.chat(key, {}, { gateway: 0 })).status).toBe(200);
});

test('Temporal is unavailable, and the gateway dies before it is back: the orders that it ended are recorded all the same', async () => {
  await servers.kill('temporal');
  const gateway = exchange.gateways.length - 1;
  const answers = await chats(3, gateway);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await exchange.gateways[gateway]!.kill('SIGKILL');
  await servers.restart('temporal');
  await exchange.expectSagasEnded();
  for (const { body } of answers) {
    const order = await exchange.records.orders.findOne({ fillId: body.fill.fill_id });
    expect(await workflowsOf(`WorkflowType = "orderBatch" AND Ids = "${order!._id}"`, 1)).toEqual([
      order!.workflowId,
    ]);
  }
});

/** Visibility comes a moment after the workflow. */
function workflowsOf(query: string, count: number): Promise<string[]> {
  return until<string[]>(
    async () => {
      const found: string[] = [];
      const listed = exchange.temporal.workflow.list({ query });
      for await (const { workflowId } of listed) found.push(workflowId);
      if (found.length < count) throw new Error(`${found.length} are listed`);
      return found;
    },
    { what: query },
  );
}
