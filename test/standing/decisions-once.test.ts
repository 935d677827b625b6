/** Decisions of operators and owners are done once: resets of a seller's workflow repeat none. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sellerWorkflowId } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import { quietRun, taskEndsOf } from '../support/workflow-resets';

const exchange = Exchange.pooledForFile();

/** What its probes write in between. */
const WITHOUT_PROBES = { health: 0, nextProbeAt: 0, asleepSince: 0 } as const;

const newKey = () => randomBytes(32).toString('hex');

test('a seller keeps standing, asks, key and models after a reset to every task of its workflow', async () => {
  const model = `once-${randomUUID()}`;
  const seller = await exchange.seller('normal', { models: [model, `${model}-b`] });
  const { sellerId } = seller;
  const endpoint = (await exchange.records.sellers.findOne({ _id: sellerId }))!.endpointUrl;
  const set = async (standing: string) => {
    const body = { standing, reason: 'test' };
    expect((await exchange.admin('PATCH', `/sellers/${sellerId}`, body)).status).toBe(200);
  };
  const register = async (models: string[], apiKey: string, currentKey: string) => {
    const answer = await exchange.send('POST', '/seller/v1/register', {
      headers: { 'x-seller-api-key': currentKey },
      body: { name: 'Seller', endpoint_url: endpoint, supported_models: models, api_key: apiKey },
    });
    expect(answer.status).toBe(200);
  };
  const [first, second] = [seller.apiKey, newKey()];
  await register([model], second, first);
  await register([model], first, second);
  await set('Banned');
  await set('Banned');
  await set('Active');
  await exchange.ask(seller, { model, price: '0.001', capacity: 20_000 });
  const stateOf = async () => ({
    seller: await exchange.records.sellers.findOne(
      { _id: sellerId },
      { projection: WITHOUT_PROBES },
    ),
    changes: await exchange.records.sellerChanges.find({ sellerId }).sort({ _id: 1 }).toArray(),
    asks: await exchange.records.asks.find({ sellerId }).toArray(),
  });
  const before = await stateOf();

  const workflowId = sellerWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, endpoint);
  const { runId } = (await exchange.temporal.workflow.getHandle(workflowId).describe()) as {
    runId: string;
  };
  for (const workflowTaskFinishEventId of await taskEndsOf(exchange.temporal, workflowId, runId)) {
    await exchange.temporal.workflowService.resetWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId, runId },
      ...({ workflowTaskFinishEventId } as object),
      requestId: randomUUID(),
      reason: 'test',
    });
    await quietRun(exchange.temporal, workflowId);
    expect(await stateOf()).toEqual(before);
  }
}, 120_000);
