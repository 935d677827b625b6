/** Benchmark of a kill: the time until another gateway retries the chats of a killed one. */
import { availableParallelism } from 'node:os';
import { Client, Connection } from '@temporalio/client';
import { freePort } from '../../setup/servers/ports';
import { terminal } from '../../setup/local/terminal';
import { SetupError } from '../../setup/setup-error';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { Buyers } from '../chat/buyers';
import { benchEnvironment, openExchange } from '../chat/exchange';
import { brokenInvariants } from '../ledger-check';
import { goalOf } from '../measure/goals';
import type { Plan } from '../measure/rounds';
import { figureOf } from '../measure/statistics';
import { untilTrue } from '../measure/until';
import { missingWorkflows } from '../measure/workflows';
import type { Report } from '../report';
import type { Stage } from '../stage';
import { HeldSeller } from './held-seller';

const CHATS = 8;
const GOAL_SECONDS = 3.5;
const PATIENCE_MS = 30_000;
/** The interval at which orders are handed to a workflow is longer than a round. */
const NO_WORKFLOW_YET = { ORDER_GATHER_MS: '60000' };

interface Scene {
  readonly stage: Stage;
  readonly environment: Record<string, string>;
  readonly seller: HeldSeller;
  readonly buyerKeys: readonly string[];
  readonly records: WritableRecords;
  readonly temporal: Client;
}

export async function killBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  const seller = new HeldSeller();
  const { buyerKeys } = await openExchange(stage, environment, await seller.listen(), CHATS);
  const records = await connectRecords({
    mongoUri: addresses.mongoUri,
    MONGODB_DATABASE: environment.MONGODB_DATABASE!,
  });
  const connection = await Connection.connect({ address: addresses.temporalAddress });
  const scene = {
    stage,
    environment,
    seller,
    buyerKeys,
    records,
    temporal: new Client({ connection }),
  };
  const [withWorkflow, without]: [Takeover[], Takeover[]] = [[], []];
  for (let round = 1; round <= plan.rounds; round += 1) {
    terminal.working('kill', `round ${round} of ${plan.rounds}`);
    withWorkflow.push(await measureTakeover(scene, true));
    without.push(await measureTakeover(scene, false));
  }
  seller.close();
  await Promise.all([connection.close(), records.close()]);
  const last = (name: string, takeovers: readonly Takeover[]) =>
    goalOf({
      name: `seconds from the kill to the retry of the last order, ${name}`,
      figure: figureOf(takeovers.map(({ lastSeconds }) => lastSeconds)),
      atMost: GOAL_SECONDS,
    });
  const first = (name: string, takeovers: readonly Takeover[]) => ({
    name: `from the kill to the retry of the first order, ${name}`,
    unit: 's',
    ...figureOf(takeovers.map(({ firstSeconds }) => firstSeconds)),
  });
  return {
    benchmark: 'kill',
    pace: `a gateway with ${CHATS} chats in progress is killed in every round`,
    plan,
    processors: availableParallelism(),
    goals: [
      last('recorded by a workflow', withWorkflow),
      last('before it has a workflow', without),
    ],
    comparisons: [
      first('recorded by a workflow', withWorkflow),
      first('before it has a workflow', without),
    ],
    rows: [],
    problems: await brokenInvariants(addresses, environment),
  };
}

/** Time from the kill to the retry of an order. */
interface Takeover {
  readonly firstSeconds: number;
  readonly lastSeconds: number;
}

async function measureTakeover(scene: Scene, hasWorkflow: boolean): Promise<Takeover> {
  const { stage, environment, seller, buyerKeys, records } = scene;
  const [port, adminPort] = [await freePort(), await freePort()];
  const victim = await stage.startProcess('killed gateway', 'processes/gateway.js', {
    ...environment,
    ...(hasWorkflow ? {} : NO_WORKFLOW_YET),
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
  });
  const buyers = new Buyers(`http://127.0.0.1:${port}`, buyerKeys);
  const before = new Set(seller.arrivalsMs.keys());
  const attempts = () => [...seller.arrivalsMs].filter(([key]) => !before.has(key));
  const asked = buyerKeys.map((_, caller) => buyers.plain(caller).catch(() => null));
  await expectSoon('every chat to reach its seller', () => attempts().length === CHATS);
  await expectSoon('the workflows to exist or not, as this case needs', async () => {
    const missing = await workflowsMissing(scene);
    return hasWorkflow ? missing === 0 : missing > 0;
  });
  const killedAtMs = performance.now();
  victim.kill('SIGKILL');
  const takenUp = () => attempts().every(([, arrivals]) => arrivals.length > 1);
  await expectSoon('the retry of every order', takenUp);
  await Promise.all(asked);
  const isOver = async () => (await records.orders.countDocuments({ status: 'open' })) === 0;
  await expectSoon('every order to end', isOver);
  await buyers.close();
  const seconds = attempts().map(([, arrivals]) => (arrivals[1]! - killedAtMs) / 1_000);
  return { firstSeconds: Math.min(...seconds), lastSeconds: Math.max(...seconds) };
}

async function workflowsMissing({ records, temporal }: Scene): Promise<number> {
  const open = await records.orders.find({ status: 'open' }).toArray();
  const ids = open.map(({ workflowId }) => workflowId ?? 'none');
  return (await missingWorkflows(temporal, ids)).length;
}

async function expectSoon(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await untilTrue(ask, PATIENCE_MS))) throw new SetupError(`Timed out waiting for ${what}`);
}
