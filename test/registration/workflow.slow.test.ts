/** The seller's workflow: waited for when no worker runs, found by its search attributes, without a key in it. */
import { sellerWorkflowId } from '../../domain/workflow-names';
import { hitsIn, piecesOf } from '../security/search';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { newKey, profile, register, registration } from './registering';

let exchange: Exchange;

beforeAll(async () => {
  const settings = { SELLER_SLEEP_AFTER_MS: 3_000, HEALTH_PROBE_INTERVAL_MS: 1_000 };
  exchange = await Exchange.start({ workers: 0, settings });
});
afterAll(async () => {
  await exchange.stop();
});

test('while no worker runs the answer is a clear 503, and later the same request works', async () => {
  const body = registration();
  const refused = await register(exchange, body);
  expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);

  await exchange.startWorker();
  const answer = await register(exchange, body);
  expect(answer.status).toBe(200);
  const endpointUrl = body.endpoint_url as string;
  expect(await exchange.records.sellers.countDocuments({ endpointUrl })).toBe(1);
  expect((await profile(exchange, body.api_key as string)).status).toBe(200);
});

test('the history tells the registrations and holds no key', async () => {
  const keys = [newKey(), newKey(), newKey(), newKey()] as const;
  const body = registration({ api_key: keys[0], name: 'Told by its history' });
  const { seller_id } = (await register(exchange, body)).body;
  await register(exchange, { ...body, api_key: keys[1] }, { currentKey: keys[0] });
  expect(
    (await register(exchange, { ...body, api_key: keys[2] }, { currentKey: keys[3] })).status,
  ).toBe(409);

  const workflowId = sellerWorkflowId(
    exchange.settings.TOKENBOOK_DEPLOYMENT,
    body.endpoint_url as string,
  );
  const history = await exchange.temporal.workflow.getHandle(workflowId).fetchHistory();
  const pieces = piecesOf(history);
  expect(hitsIn(pieces, 'Told by its history')).toBeGreaterThan(0);
  for (const key of keys) expect(hitsIn(pieces, key)).toBe(0);
  for (const secret of [
    exchange.settings.secrets.keyPepper,
    exchange.settings.secrets.operatorToken,
  ])
    expect(hitsIn(pieces, secret)).toBe(0);

  const found = await until(
    async () => {
      const query = `Ids = "${seller_id}" AND WorkflowType = "seller"`;
      for await (const run of exchange.temporal.workflow.list({ query })) return run;
      return null;
    },
    { what: 'the workflow to be found by its seller id' },
  );
  expect(found.workflowId).toBe(workflowId);
});

test('the workflow of a seller that nobody uses ends, and begins anew with what comes', async () => {
  const body = registration();
  const { seller_id } = (await register(exchange, body)).body;
  const { TOKENBOOK_DEPLOYMENT } = exchange.settings;
  const id = sellerWorkflowId(TOKENBOOK_DEPLOYMENT, body.endpoint_url as string);
  const runOf = () => exchange.temporal.workflow.getHandle(id).describe();
  const untilAsleep = async () => {
    const isAsleep = async () =>
      (await runOf()).status.name === 'COMPLETED' &&
      (await exchange.records.sellers.findOne({ _id: seller_id }))!.asleepSince != null;
    await until(isAsleep, { what: 'the seller to sleep', timeoutMs: 60_000 });
    return (await runOf()).runId;
  };
  const first = await untilAsleep();
  const again = await register(exchange, { ...body, name: 'Awake' });
  expect([again.status, again.body.seller_id, again.body.name]).toEqual([200, seller_id, 'Awake']);
  const second = await untilAsleep();
  expect(second).not.toBe(first);

  const standing = { standing: 'Probation', reason: 'a test' };
  const set = await exchange.admin('PATCH', `/sellers/${seller_id}`, standing);
  expect(set.body).toMatchObject({ standing: 'Probation' });
  expect(await untilAsleep()).not.toBe(second);
}, 120_000);
