/** Standing by the outcomes of dispatches: down to a suspension and back, and what does not count. */
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { ask, failing, judgedSeller, setStanding, story, untilStanding } from './outcomes';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.start({ settings: { SUSPENSION_MS: 4_000 } });
});
afterAll(() => exchange.stop());

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
    const { standing_history: history } = await story(exchange, judged);
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
  expect((await story(exchange, judged)).standing).toBe('Active');
}, 60_000);

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
