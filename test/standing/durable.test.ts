/** The durable part: processes that die with a suspension, signals that are lost, workflows that are terminated. */
import { Client, Connection } from '@temporalio/client';
import { scheduledWorkflowId, sellerWorkflowId } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { ask, failing, judgedSeller, setStanding, sellerDetails, untilStanding } from './outcomes';

const SUSPENSION_MS = 3_000;

let exchange: Exchange;
let connection: Connection;
let client: Client;
beforeAll(async () => {
  exchange = await Exchange.start({ settings: { SUSPENSION_MS, JUDGING_WINDOW_MS: 200 } });
  connection = await Connection.connect({ address: exchange.settings.temporalAddress });
  client = new Client({ connection });
});
afterAll(async () => {
  await connection.close();
  await exchange.stop();
});

const handleOf = (endpointUrl: string) => {
  const { TOKENBOOK_DEPLOYMENT } = exchange.settings;
  return client.workflow.getHandle(sellerWorkflowId(TOKENBOOK_DEPLOYMENT, endpointUrl));
};

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
  const maintenance = client.schedule.getHandle(
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
  expect([...history].sort()).toEqual(['Active', 'Banned', 'Probation', 'Suspended']);
  expect(history.at(-1)).toBe(told.standing);
}, 60_000);
