/** Messages to the workflow of a seller that arrive twice, at once, late, or for nothing. */
import { sellerWorkflowId } from '../../domain/workflow-names';
import { SellerStandings } from '../../temporal/seller-standings';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { type Judged, judgedSeller, sellerDetails } from './outcomes';

const TIMES = 20;

const exchange = Exchange.pooledForFile();
let standings: SellerStandings;
let judged: Judged;
/** As the workflow is told of it. */
let seller: { readonly _id: string; readonly endpointUrl: string };
beforeAll(async () => {
  const { settings } = exchange;
  standings = new SellerStandings(exchange.temporal, settings.TOKENBOOK_DEPLOYMENT);
});
beforeEach(async () => {
  judged = await judgedSeller(exchange);
  seller = { _id: judged.seller.sellerId, endpointUrl: judged.seller.url };
});

const often = (tell: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: TIMES }, () => tell()));
const set = async (standing: string) =>
  (await exchange.admin('PATCH', `/sellers/${seller._id}`, { standing, reason: 'a test' })).body;
const run = () => {
  const { TOKENBOOK_DEPLOYMENT: deployment } = exchange.settings;
  return exchange.temporal.workflow
    .getHandle(sellerWorkflowId(deployment, seller.endpointUrl))
    .describe();
};

test('outcomes that are told many times at once change nothing, and delay no decision', async () => {
  const { runId } = await run();
  await often(() => standings.judge(seller));
  const told = await set('Probation');
  expect(told).toMatchObject({ standing: 'Probation' });
  await often(() => standings.judge(seller));
  const back = await set('Active');
  expect(back.standing_history).toHaveLength(told.standing_history.length + 1);
  expect((await run()).runId).toBe(runId);
  expect(await exchange.chat(judged.keys[0]!, { model: judged.model })).toMatchObject({
    status: 200,
  });
});

test('the same decision many times at once is one change', async () => {
  await often(() => set('Probation'));
  const { standing, standing_history: history } = await sellerDetails(exchange, judged);
  expect(standing).toBe('Probation');
  expect(history.filter((one: any) => one.standing === 'Probation')).toHaveLength(1);
});

test('told twice that nobody uses it, it ends once; what comes late begins it anew', async () => {
  const { runId } = await run();
  await often(() => standings.end(seller));
  const isOver = async () => (await run()).status.name === 'COMPLETED';
  await until(isOver, { what: 'the workflow to end' });
  await standings.end(seller); // for nothing
  await often(() => standings.judge(seller));
  const again = await run();
  expect([again.status.name, again.runId === runId]).toEqual(['RUNNING', false]);
  expect(await set('Probation')).toMatchObject({ standing: 'Probation' });
  expect(await sellerDetails(exchange, judged)).toMatchObject({ standing: 'Probation' });
});
