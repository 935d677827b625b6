/** The benchmark of chat completions: what the exchange adds to a seller, beside its floors. */
import { availableParallelism } from 'node:os';
import { freePort } from '../../setup/servers/ports';
import { terminal } from '../../setup/local/terminal';
import { startEmptyWorkflows } from '../floors/empty-workflows';
import { RedisFloor } from '../floors/redis-function';
import { TransactionFloor } from '../floors/transactions';
import { brokenInvariants } from '../ledger-check';
import { type Call, runLoad } from '../measure/load';
import { type Cell, type Plan, measureInRounds } from '../measure/rounds';
import { type Report, problemsOf, summaryOf } from '../report';
import type { Addresses, Stage } from '../stage';
import { Buyers } from './buyers';
import { comparisonsOf, goalsOf } from './comparisons';
import { benchEnvironment, openExchange, startSeller } from './exchange';
import { CALLERS, MOST_CALLERS, ROWS } from './rows';

export async function chatBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  const subjects = await openSubjects(stage, addresses, environment);
  const rows = await measureInRounds(subjects.cells, stage.processes, plan, (round) =>
    terminal.working('chat', round),
  );
  await subjects.close();
  const problems = [...problemsOf(rows), ...(await brokenInvariants(addresses, environment))];
  return {
    benchmark: 'chat',
    plan,
    processors: availableParallelism(),
    goals: goalsOf(rows),
    comparisons: comparisonsOf(rows),
    rows: rows.map(summaryOf),
    problems,
  };
}

interface Subjects {
  readonly cells: readonly Cell[];
  close(): Promise<void>;
}

/** Everything that is measured, ready to be asked. */
async function openSubjects(
  stage: Stage,
  addresses: Addresses,
  environment: Record<string, string>,
): Promise<Subjects> {
  const sellerUrl = await startSeller(stage);
  const proxyUrl = await startProxy(stage, sellerUrl);
  const exchange = await openExchange(stage, environment, sellerUrl, MOST_CALLERS);
  const plainUrl = await startPlainGateway(stage, environment);
  const emptyWorkflow = await startEmptyWorkflows(stage, environment);
  const transactions = await TransactionFloor.open(addresses.mongoUri, MOST_CALLERS);
  const redis = await RedisFloor.open(addresses.redisUrl);
  const seller = new Buyers(sellerUrl, ['none']);
  const proxy = new Buyers(proxyUrl, ['none']);
  const buyers = new Buyers(exchange.url, exchange.buyerKeys);
  const plain = new Buyers(plainUrl, exchange.buyerKeys);
  const hotBuyer = new Buyers(exchange.url, exchange.buyerKeys.slice(0, 1));

  const cellsAt = (callers: number): Cell[] => {
    const cell = (name: string, call: Call): Cell => ({
      name,
      callers,
      run: (load) => runLoad(call, load),
    });
    return [
      cell(ROWS.sellerPlain, seller.plain),
      cell(ROWS.proxyPlain, proxy.plain),
      cell(ROWS.plain, buyers.plain),
      cell(ROWS.services, plain.plain),
      { name: ROWS.emptyWorkflow, callers, run: emptyWorkflow },
      ...(callers > 1 ? [cell(ROWS.hotBuyer, hotBuyer.plain)] : []),
      cell(ROWS.sellerStreamed, seller.streamed),
      cell(ROWS.proxyStreamed, proxy.streamed),
      cell(ROWS.streamed, buyers.streamed),
      cell(ROWS.transaction, transactions.alone),
      cell(ROWS.groupCommit, transactions.grouped),
      cell(ROWS.redisFunction, redis.call),
    ];
  };
  return {
    cells: CALLERS.flatMap(cellsAt),
    async close() {
      await Promise.all(
        [seller, proxy, buyers, plain, hotBuyer, transactions].map((one) => one.close()),
      );
      redis.close();
    },
  };
}

/** On the same stores, for the same buyers. */
async function startPlainGateway(
  stage: Stage,
  environment: Record<string, string>,
): Promise<string> {
  const [port, adminPort] = [await freePort(), await freePort()];
  await stage.startProcess('plain gateway', 'bench/plain-gateway.js', {
    ...environment,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    GATEWAY_WORKER: 'off',
  });
  return `http://127.0.0.1:${port}`;
}

async function startProxy(stage: Stage, targetUrl: string): Promise<string> {
  const port = await freePort();
  const environment = { PORT: String(port), TARGET_URL: targetUrl };
  await stage.startProcess('proxy', 'bench/plain-proxy.js', environment);
  return `http://127.0.0.1:${port}`;
}
