/** Open contract orders are looked at in rounds, by one worker at a time. */
import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config/settings';
import { uuidV7At } from '../../domain/ids';
import { LivingFollower } from '../../followers/living/follower';
import { type LivingKind, type LivingWorkflows, livingKinds } from '../../followers/living/kinds';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { clearRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';

const ORDERS = 1_050;
const PER_PAGE = 100;
const NEVER_MS = 3_600_000;
const OLD = new Date(Date.now() - 120_000);

let settings: Settings;
let records: WritableRecords;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
});
afterAll(() => records.close());
beforeEach(async () => {
  await clearRecords(records);
  await records.followers.deleteMany({});
});

function restingOrders(wakeOrder = async (_orderId: string) => undefined as void): LivingKind {
  return livingKinds(records, { wakeOrder } as LivingWorkflows)[0]!;
}

/** Resting orders, and beside each one that has ended. */
async function rest(count: number, updatedAt = OLD): Promise<string[]> {
  const orders = Array.from({ length: 2 * count }, (_, at) => {
    const _id = uuidV7At(Date.now(), randomUUID());
    return { _id, workflowId: `of-${_id}`, status: at % 2 ? 'open' : 'filled', updatedAt };
  });
  await records.contractOrders.insertMany(orders as never);
  return orders.filter(({ status }) => status === 'open').map(({ _id }) => _id);
}

interface Worker {
  readonly follower: LivingFollower;
  /** Workflows that it asked for, in this order. */
  readonly asked: string[];
  readonly woken: string[];
  readonly failures: unknown[];
}

function newWorker({ pauseMs = NEVER_MS, leaseMs = NEVER_MS, sleeping = [] as string[] } = {}) {
  const worker = { asked: [] as string[], woken: [] as string[], failures: [] as unknown[] };
  const wakeOrder = async (orderId: string) => {
    worker.woken.push(orderId);
    if (worker.woken.length === 1) throw new Error('it does not wake');
  };
  const follower = new LivingFollower(restingOrders(wakeOrder), records, {
    holder: randomUUID(),
    perPage: PER_PAGE,
    leaseMs,
    pauseMs,
    running: async (workflowIds) => {
      worker.asked.push(...workflowIds);
      return new Set(workflowIds.filter((id) => !sleeping.includes(id)));
    },
    onError: (err) => worker.failures.push(err),
  });
  return { follower, ...worker } satisfies Worker;
}

/** Works until no page is left. */
async function finish({ follower }: Worker): Promise<void> {
  while ((await follower.checkNext()) !== null);
}

const workflowsOf = (orderIds: readonly string[]) => orderIds.map((id) => `of-${id}`).sort();

test('a round sees each open order once, in pages, and the next one comes behind the pause', async () => {
  const orderIds = await rest(ORDERS);
  const worker = newWorker();
  await finish(worker);
  expect(worker.asked.toSorted()).toEqual(workflowsOf(orderIds));
  const round = { _id: 'contract-orders' };
  await records.followers.updateOne(round, { $set: { leaseUntil: new Date(0) } });
  await finish(worker);
  expect(worker.asked).toHaveLength(2 * ORDERS);
});

test('a worker has its pages for itself, and when it is dead another one continues behind them', async () => {
  const orderIds = workflowsOf(await rest(ORDERS));
  const [dying, other] = [newWorker({ leaseMs: 3_000 }), newWorker()];
  for (let page = 0; page < 3; page += 1) await dying.follower.checkNext();
  expect(dying.asked).toEqual(orderIds.slice(0, 3 * PER_PAGE));
  expect(await other.follower.checkNext()).toBeNull();
  await until(async () => (await other.follower.checkNext()) !== null, {
    what: 'its lease to end',
    timeoutMs: 20_000,
  });
  await finish(other);
  expect(other.asked).toEqual(orderIds.slice(3 * PER_PAGE));
});

test('an order without a workflow is woken; one that cannot be woken keeps no other asleep', async () => {
  const orderIds = await rest(3);
  const worker = newWorker({ sleeping: workflowsOf(orderIds) });
  await finish(worker);
  expect(worker.woken.sort()).toEqual([...orderIds].sort());
  expect(worker.failures).toHaveLength(1);
});

test('the number of orders without a workflow is known from the next round on', async () => {
  const orderIds = await rest(3);
  const worker = newWorker({ sleeping: workflowsOf(orderIds.slice(1)), pauseMs: 1 });
  const known = async () =>
    (await records.followers.findOne({ _id: 'contract-orders' }))?.missing ?? null;
  const isCounted = async () => (await worker.follower.checkNext(), (await known()) === 2);
  await until(isCounted, { what: 'the next round' });
});

test('a young order is left to its workflow', async () => {
  await rest(3, new Date());
  const worker = newWorker();
  await finish(worker);
  expect(worker.asked).toEqual([]);
});

test('the search for the next page reads its own orders only', async () => {
  await rest(ORDERS);
  const plan = await records.contractOrders
    .find({ status: 'open', _id: { $gt: '' } })
    .sort({ _id: 1 })
    .limit(PER_PAGE)
    .explain('executionStats');
  expect(plan['executionStats'].totalKeysExamined).toBeLessThanOrEqual(PER_PAGE + 1);
  expect(plan['executionStats'].totalDocsExamined).toBe(PER_PAGE);
});
