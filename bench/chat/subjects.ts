/** Starts everything that the chat benchmark measures. */
import { freePort } from '../../setup/servers/ports';
import { startEmptyWorkflows } from '../floors/empty-workflows';
import { RedisFloor } from '../floors/redis-function';
import { TransactionFloor } from '../floors/transactions';
import { type Others, startOthers } from '../gateways/others';
import { type Call, runLoad } from '../measure/load';
import type { Cell } from '../measure/rounds';
import type { Addresses, Stage } from '../stage';
import { Buyers } from './buyers';
import { type Exchange, SLOW_MODEL, offerCapacity, openExchange, startSeller } from './exchange';
import {
  CALLERS,
  CALLERS_OF_OTHERS,
  MOST_CALLERS,
  ROWS,
  SLOW_SELLER_MS,
  streamedRow,
} from './rows';

export interface Subjects {
  readonly cells: readonly Cell[];
  /** Buyers of the exchange. */
  readonly buyers: Buyers;
  readonly leftOut: readonly string[];
  close(): Promise<void>;
}

export async function openSubjects(
  stage: Stage,
  addresses: Addresses,
  environment: Record<string, string>,
  withoutOthers: boolean,
): Promise<Subjects> {
  const sellerUrl = await startSeller(stage);
  const proxyUrl = await startProxy(stage, sellerUrl);
  const exchange = await openExchange(stage, environment, sellerUrl, MOST_CALLERS);
  await offerCapacity(exchange.url, await startSeller(stage, SLOW_SELLER_MS), SLOW_MODEL);
  const plainUrl = await startPlainGateway(stage, environment);
  const emptyWorkflow = await startEmptyWorkflows(stage, environment);
  const transactions = await TransactionFloor.open(addresses.mongoUri, MOST_CALLERS);
  const redis = await RedisFloor.open(addresses.redisUrl);
  const others: Others = withoutOthers
    ? { started: [], leftOut: [] }
    : await startOthers(stage, sellerUrl);
  const buyers = buyersOf({ sellerUrl, proxyUrl, plainUrl, exchange });
  const floors = (callers: number): Cell[] => [
    { name: ROWS.emptyWorkflow, callers, run: emptyWorkflow },
    cell(ROWS.transaction, callers, transactions.alone),
    cell(ROWS.groupCommit, callers, transactions.grouped),
    cell(ROWS.redisFunction, callers, redis.call),
  ];
  return {
    cells: CALLERS.flatMap((callers) => [
      ...cellsOf(buyers, callers),
      ...floors(callers),
      ...cellsOfOthers(others, callers),
    ]),
    buyers: buyers.exchange,
    leftOut: others.leftOut,
    async close() {
      const open = [...Object.values(buyers), ...others.started.map((other) => other.buyers)];
      await Promise.all([...open, transactions].map((one) => one.close()));
      redis.close();
    },
  };
}

interface Doors {
  readonly sellerUrl: string;
  readonly proxyUrl: string;
  readonly plainUrl: string;
  readonly exchange: Exchange;
}

function buyersOf({ sellerUrl, proxyUrl, plainUrl, exchange: { url, buyerKeys } }: Doors) {
  return {
    seller: new Buyers(sellerUrl, ['none']),
    proxy: new Buyers(proxyUrl, ['none']),
    exchange: new Buyers(url, buyerKeys),
    services: new Buyers(plainUrl, buyerKeys),
    hotBuyer: new Buyers(url, buyerKeys.slice(0, 1)),
    slowSeller: new Buyers(url, buyerKeys, { model: SLOW_MODEL }),
  };
}

function cellsOf(buyers: ReturnType<typeof buyersOf>, callers: number): Cell[] {
  const { seller, proxy, exchange, services, hotBuyer, slowSeller } = buyers;
  return [
    cell(ROWS.sellerPlain, callers, seller.plain),
    cell(ROWS.proxyPlain, callers, proxy.plain),
    cell(ROWS.plain, callers, exchange.plain),
    cell(ROWS.services, callers, services.plain),
    ...(callers > 1 ? [cell(ROWS.hotBuyer, callers, hotBuyer.plain)] : []),
    ...(callers === MOST_CALLERS ? [cell(ROWS.slowSeller, callers, slowSeller.plain)] : []),
    cell(ROWS.sellerStreamed, callers, seller.streamed),
    cell(ROWS.proxyStreamed, callers, proxy.streamed),
    cell(ROWS.streamed, callers, exchange.streamed),
  ];
}

function cellsOfOthers({ started }: Others, callers: number): Cell[] {
  if (!CALLERS_OF_OTHERS.includes(callers)) return [];
  return started.flatMap(({ name, buyers }) => [
    cell(name, callers, buyers.plain),
    cell(streamedRow(name), callers, buyers.streamed),
  ]);
}

function cell(name: string, callers: number, call: Call): Cell {
  return { name, callers, run: (load) => runLoad(call, load) };
}

/** Uses the same databases and buyers. */
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
