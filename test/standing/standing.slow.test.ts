/**
 * Standing by the outcomes of dispatches: down to a suspension and back, and what does not count; also
 * when processes die with a suspension, signals are lost and workflows are terminated.
 */
import { scheduledWorkflowId, sellerWorkflowId } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import {
  type Judged,
  ask,
  failing,
  judgedSeller,
  setStanding,
  sellerDetails,
  untilStanding,
} from './outcomes';

const WINDOW_MS = 3_000;

const exchange = Exchange.forFile({
  settings: { SUSPENSION_MS: 4_000, JUDGING_WINDOW_MS: WINDOW_MS, PROBE_INTERVAL_MS: 300 },
});

const handleOf = (endpointUrl: string) => {
  const { TOKENBOOK_DEPLOYMENT } = exchange.settings;
  return exchange.temporal.workflow.getHandle(sellerWorkflowId(TOKENBOOK_DEPLOYMENT, endpointUrl));
};

test('down to a suspension and back, each change with its reason, its time and its cause', async () => {
  const judged = await judgedSeller(exchange);
  expect(await ask(exchange, judged, 5, failing())).toEqual([502, 502, 502, 502, 502]);
  const onProbation = await untilStanding(exchange, judged, 'Probation');
  expect(onProbation.suspended_until).toBeNull();
  await exchange.ask(judged.seller, { model: judged.model, price: '0.002' });

  await ask(exchange, judged, 5, failing());
  const suspended = await untilStanding(exchange, judged, 'Suspended');
  expect(Date.parse(suspended.suspended_until)).toBeGreaterThan(Date.now() - 4_000);
  const active = { sellerId: judged.seller.sellerId, status: 'active' } as const;
  expect(await exchange.records.asks.countDocuments(active)).toBe(0);
  expect(await ask(exchange, judged, 1)).toEqual([404]);
  const again = exchange.ask(judged.seller, { model: judged.model, price: '0.001' });
  await expect(again).rejects.toThrow('seller_suspended');

  const back = await untilStanding(exchange, judged, 'Probation');
  expect(back.suspended_until).toBeNull();
  expect(await exchange.records.asks.countDocuments(active)).toBe(0);
  await exchange.ask(judged.seller, { model: judged.model, price: '0.001' });
  const statuses = await ask(exchange, judged, 20);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { standing_history: history } = await untilStanding(exchange, judged, 'Active', 60_000);

  expect(history.map((change: any) => [change.standing, change.actor])).toEqual([
    ['Active', 'seller'],
    ['Probation', 'rule'],
    ['Suspended', 'rule'],
    ['Probation', 'rule'],
    ['Active', 'rule'],
  ]);
  expect(history[1].reason).toBe('5 of the last 5 dispatches failed.');
  expect(history[2].causes).toHaveLength(10);
  for (const fillId of history[2].causes) {
    const fill = await exchange.records.fills.findOne({ _id: fillId });
    expect(fill).toMatchObject({ sellerId: judged.seller.sellerId, status: 'released' });
  }
  const times = history.map(({ at }: any) => Date.parse(at));
  expect(times[3] - times[2]).toBeGreaterThanOrEqual(4_000);
  await exchange.expectExact();
}, 90_000);

test.each([
  ['throttles', BEHAVIOURS.throttled({ retryAfter: '600' })],
  ['requests at fault', BEHAVIOURS.contextLength()],
])(
  '%s are no failures',
  async (_what, behaviour) => {
    const judged = await judgedSeller(exchange);
    await ask(exchange, judged, 6, behaviour);
    await ask(exchange, judged, 5, failing()); // had one of the six counted, this would suspend
    await untilStanding(exchange, judged, 'Probation');
    const { standing_history: history } = await sellerDetails(exchange, judged);
    expect(history.at(-1)).toMatchObject({ standing: 'Probation', actor: 'rule' });
    expect(history.at(-1).causes).toHaveLength(5);
  },
  60_000,
);

test('the operator lifts a suspension: asks are taken at once, what was before no longer counts', async () => {
  const judged = await judgedSeller(exchange);
  await ask(exchange, judged, 10, failing());
  await untilStanding(exchange, judged, 'Suspended');
  const lifted = await setStanding(exchange, judged, 'Active');
  expect(lifted.body.standing_history.at(-1)).toMatchObject({
    standing: 'Active',
    actor: 'operator',
    reason: 'the operator says Active',
  });
  await exchange.ask(judged.seller, { model: judged.model, price: '0.001' });
  expect(await ask(exchange, judged, 4, failing())).toEqual([502, 502, 502, 502]);
  expect(await ask(exchange, judged, 1)).toEqual([200]);
  expect((await sellerDetails(exchange, judged)).standing).toBe('Active');
}, 60_000);

test('one buyer, or one owner of buyers, decides over no seller', async () => {
  const judged = await judgedSeller(exchange);
  const [key] = judged.keys;
  const owned = await Promise.all([1, 2].map(() => exchange.buyer('10', { owner: 'one-owner' })));
  const keys = [key!, ...owned.map((buyer) => buyer.key)];
  for (const broken of [failing(), probedOnly('notJson'), probedOnly('resetAfterBody')]) {
    await ask(exchange, { ...judged, keys }, 9, broken);
  }
  await until(() => judged.seller.probes.length > 0, { what: 'a probe' });
  // Two of the buyer alone and two of the owner's: a fifth failure, of another one, is judged.
  expect(await untilJudged(judged)).toMatchObject({ standing: 'Active' });
  await ask(exchange, { ...judged, keys: judged.keys.slice(1) }, 1, failing());
  const { standing_history: history } = await untilStanding(exchange, judged, 'Probation');
  expect(history.at(-1).causes).toHaveLength(5);
}, 60_000);

test('a seller that is broken for our probes too is suspended, though one buyer alone asks it', async () => {
  const judged = await judgedSeller(exchange);
  const keys = judged.keys.slice(0, 1);
  await ask(exchange, { ...judged, keys }, 3, BEHAVIOURS.error500());
  const { standing_history: history } = await untilStanding(exchange, judged, 'Suspended');
  const probes = new Set(judged.seller.probes.map(({ idempotencyKey }) => idempotencyKey));
  const { causes } = history.at(-1);
  expect(causes.filter((cause: string) => probes.has(cause))).toHaveLength(causes.length - 2);
}, 60_000);

test('a seller that nobody can connect to is suspended, though one buyer alone asks it', async () => {
  const judged = await judgedSeller(exchange);
  await judged.seller.close();
  await ask(exchange, { ...judged, keys: judged.keys.slice(0, 1) }, 10);
  const { standing_history: history } = await untilStanding(exchange, judged, 'Suspended');
  expect(history.at(-1).causes).toHaveLength(10);
  expect(judged.seller.probes).toEqual([]);
}, 60_000);

test('unrelated sellers that begin to fail together are not judged, and the operator is notified', async () => {
  const three = await Promise.all([1, 2, 3].map(() => judgedSeller(exchange)));
  const judging = async () => (await exchange.admin('GET', '/judging')).body;
  const failTogether = (times: number) =>
    Promise.all(three.map((judged) => ask(exchange, judged, times, BEHAVIOURS.error500())));
  const pause = await until(
    async () => {
      for (const judged of three) await ask(exchange, judged, 1);
      await failTogether(1);
      return (await judging()).pause;
    },
    { what: 'judging to pause' },
  );
  expect(pause).toMatchObject({ failing_sellers: 3 });
  const metrics = await exchange.send('GET', '/metrics', { admin: true });
  expect(metrics.body).toContain('tokenbook_seller_judging_paused 1');
  await failTogether(6);
  for (const { seller } of three) seller.setBehaviour('normal');
  await until(async () => (await judging()).status === 'active', { what: 'judging to resume' });
  for (const judged of three) {
    expect((await untilJudged(judged)).standing_history).toHaveLength(1);
  }
  // What one fails alone counts again.
  await ask(exchange, three[0]!, 5, failing());
  const { standing_history: history } = await untilStanding(exchange, three[0]!, 'Probation');
  expect(history.at(-1).causes).toHaveLength(5);
}, 60_000);

/** Its details when all that it failed so far is old enough to be judged, and was. */
async function untilJudged(judged: Judged): Promise<any> {
  const endsAtMs = Date.now() + WINDOW_MS + 1_000;
  await until(() => Date.now() > endsAtMs, { what: 'the failures to be judged' });
  return sellerDetails(exchange, judged);
}

const probedOnly = (chat: 'notJson' | 'resetAfterBody') =>
  BEHAVIOURS.probed(BEHAVIOURS.normal(), BEHAVIOURS[chat]());

test("the operator's suspension has no end, and a ban is no matter of outcomes", async () => {
  const judged = await judgedSeller(exchange);
  const suspended = (await setStanding(exchange, judged, 'Suspended')).body;
  expect(suspended).toMatchObject({ standing: 'Suspended', suspended_until: null });
  const banned = (await setStanding(exchange, judged, 'Banned')).body;
  expect(banned.standing_history.map((change: any) => change.standing)).toEqual([
    'Active',
    'Suspended',
    'Banned',
  ]);
  const again = exchange.ask(judged.seller, { model: judged.model, price: '0.001' });
  await expect(again).rejects.toThrow('seller_banned');
  // Set to the same again: nothing more is told.
  const repeated = (await setStanding(exchange, judged, 'Banned')).body;
  expect(repeated.standing_history).toEqual(banned.standing_history);
}, 60_000);

test('every worker is dead while the suspension ends: the next one brings the seller back', async () => {
  const judged = await judgedSeller(exchange);
  await ask(exchange, judged, 10, failing());
  const { suspended_until: endsAt } = await untilStanding(exchange, judged, 'Suspended');
  await Promise.all(exchange.workers.map((worker) => worker.kill('SIGKILL')));
  await until(() => Date.now() > Date.parse(endsAt), { what: 'the suspension to be over' });
  expect((await sellerDetails(exchange, judged)).standing).toBe('Suspended');
  await exchange.startWorker();
  await untilStanding(exchange, judged, 'Probation');
}, 60_000);

test('a workflow that was terminated while its seller is suspended, and outcomes that nobody was told of', async () => {
  const judged = await judgedSeller(exchange);
  await ask(exchange, judged, 10, failing());
  await untilStanding(exchange, judged, 'Suspended');
  await handleOf(judged.seller.url).terminate('a test');
  const maintenance = exchange.temporal.schedule.getHandle(
    scheduledWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, 'upkeep'),
  );
  await until(
    async () => {
      await maintenance.trigger();
      return (await sellerDetails(exchange, judged)).standing === 'Probation';
    },
    { everyMs: 1_000, what: 'upkeep to bring the seller back' },
  );

  // Failures as a gateway leaves them that died before it could tell anybody.
  await setStanding(exchange, judged, 'Active');
  const { fills, sellers } = exchange.records;
  const { sellerId } = judged.seller;
  await sellers.updateOne({ _id: sellerId }, { $set: { countedSince: null } });
  expect(await fills.countDocuments({ sellerId, status: 'released' })).toBe(10);
  await until(
    async () => {
      await maintenance.trigger();
      return (await sellerDetails(exchange, judged)).standing === 'Suspended';
    },
    { everyMs: 1_000, what: 'upkeep to find the outcomes' },
  );
}, 60_000);

test('the operator decides also where the workflow is gone, and while another change is under way', async () => {
  const judged = await judgedSeller(exchange);
  await handleOf(judged.seller.url).terminate('a test');
  const answers = await Promise.all(
    ['Suspended', 'Banned', 'Probation'].map((standing) => setStanding(exchange, judged, standing)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const told = await sellerDetails(exchange, judged);
  const history = told.standing_history.map((change: any) => change.standing);
  // One that arrives behind a later one changes nothing.
  expect(history[0]).toBe('Active');
  expect(history.length).toBeGreaterThan(1);
  expect(new Set(history).size).toBe(history.length);
  expect(history.at(-1)).toBe(told.standing);
}, 60_000);
