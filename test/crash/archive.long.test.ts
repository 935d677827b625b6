/**
 * The worker is killed again and again while it moves a long past to the archive, under chats and readers
 * of requests, contracts, statements, orders and journals: every read gives what it gave before.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { History } from '../../bench/years/history';
import { queueName } from '../../domain/workflow-names';
import { closeDays } from '../../records/closings/close-days';
import { Traffic, expectNothingLost } from '../replica-set/traffic';
import { Exchange, type TestSeller } from '../support/exchange';
import { Random, SEED } from '../support/random';
import { until } from '../support/wait';
import { placesOf } from './places';

const CHATS = 8_000;
const KILLS = 8;
/** The archive gets nothing younger. */
const ENDED = new Date(Date.now() - 60 * 86_400_000).toISOString();

let exchange: Exchange;
let traffic: Traffic;
let seller: TestSeller;
let key: string;
let accountId: string;

beforeAll(async () => {
  exchange = await Exchange.start({
    gateways: 2,
    relay: true,
    settings: { ARCHIVE_AFTER_DAYS: 60 },
  });
  seller = await exchange.seller();
  ({ accountId, key } = await exchange.buyer('1000'));
  traffic = new Traffic(exchange);
  await traffic.open(3);
  await exchange.workers[0]!.kill(); // it would close days of the past while they are inserted
  const others = Array.from({ length: 20 }, () => randomUUID());
  const participants = {
    accountIds: [accountId, ...others],
    sellerIds: [seller.sellerId, randomUUID()],
  };
  await new History(exchange.records, participants, CHATS).extendTo(CHATS, () => undefined);
  await exchange.records.closedDays.deleteMany({});
  await exchange.records.closings.deleteMany({});
  await closeDays(exchange.records, new Date());
}, 300_000);

afterAll(async () => {
  await traffic.end();
  await exchange.stop();
});

/** All pages of a list, as text, without the seller's present class. */
async function whole(path: string, field: string, as: 'buyer' | 'operator'): Promise<string[]> {
  const items: string[] = [];
  for (let cursor: string | null = null; ;) {
    const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const isAdmin = as === 'operator';
    const headers = isAdmin ? {} : { authorization: `Bearer ${key}` };
    const answer = await exchange.send('GET', `${path}${query}`, { admin: isAdmin, headers });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    const found: Record<string, unknown>[] = answer.body[field];
    items.push(...found.map(({ venue_class: _now, ...item }) => JSON.stringify(item)));
    cursor = answer.body.next_cursor;
    if (cursor === null) return items;
  }
}

const requests = () => whole(`/market/v1/requests?limit=100&to=${ENDED}`, 'requests', 'buyer');
const statement = () =>
  whole(`/market/v1/account/statement?limit=100&to=${ENDED}`, 'lines', 'buyer');
const ofSeller = () =>
  whole(
    `/admin/v1/sellers/${seller.sellerId}/statement?limit=100&to=${ENDED}`,
    'lines',
    'operator',
  );
const journals = () =>
  whole(
    `/admin/v1/journals?limit=100&account=buyer:${accountId}&to=${ENDED}`,
    'journals',
    'operator',
  );

const contracts = async () => {
  const all = await whole('/market/v1/contracts?limit=100', 'contracts', 'buyer');
  return all.filter((item) => (JSON.parse(item) as { created_at: string }).created_at < ENDED);
};

/** Reads again and again until told to end. @returns the number of reads, and what one had instead of the first */
async function readAgain(read: () => Promise<string[]>, ends: AbortSignal) {
  const expected = await read();
  expect(new Set(expected).size).toBe(expected.length);
  const wrong: unknown[] = [];
  let reads = 0;
  for (; !ends.aborted; reads += 1) {
    const found = await read();
    const at = found.findIndex((item, index) => item !== expected[index]);
    if (at >= 0 || found.length < expected.length)
      wrong.push({ at, found: found[at], expected: expected[at], length: found.length });
  }
  return { reads, wrong };
}

/** As the schedule starts it. */
function startMaintenance() {
  const { TOKENBOOK_DEPLOYMENT } = exchange.settings;
  return exchange.temporal.workflow.start('upkeep', {
    workflowId: `archive-${randomUUID()}`,
    taskQueue: queueName(TOKENBOOK_DEPLOYMENT, 'upkeep'),
  });
}

async function archived(): Promise<number> {
  return (await placesOf(exchange.records)).filter(({ isArchived }) => isArchived).length;
}

test(`nothing is lost, nothing is there twice, and readers notice nothing (seed ${SEED})`, async () => {
  const { records } = exchange;
  const random = new Random(SEED);
  const idsBefore = new Set((await placesOf(records)).map(({ id }) => id));
  const ended = new AbortController();
  const readers = Promise.all(
    [requests, contracts, statement, ofSeller, journals].map((read) =>
      readAgain(read, ended.signal),
    ),
  );
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = await archived();
    const worker = await exchange.startWorker();
    await startMaintenance();
    const isMoving = async () => (await archived()) > before;
    await until(isMoving, { what: `the worker before kill ${kill} to move`, everyMs: 5 });
    await delay(random.between(0, 60));
    await worker.kill('SIGKILL');
  }
  const movedByKilled = await archived();
  await exchange.startWorker();
  const isOver = async () => {
    await (await startMaintenance()).result();
    return (await records.archivePositions.countDocuments({ reachedEndAt: null })) === 0;
  };
  await until(isOver, { what: 'the rest to move', timeoutMs: 120_000 });
  expect(await archived()).toBeGreaterThan(movedByKilled);
  ended.abort();
  for (const { reads, wrong } of await readers) {
    expect(reads).toBeGreaterThan(1);
    expect(wrong).toEqual([]);
  }
  await traffic.end();
  await expectNothingLost(exchange, traffic);
  const ids = (await placesOf(records)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const found = new Set(ids);
  expect([...idsBefore].filter((id) => !found.has(id))).toEqual([]);
  expect(await archived()).toBeGreaterThan(CHATS);
  expect(await records.archivedLots.countDocuments({})).toBeGreaterThan(20);
}, 600_000);
