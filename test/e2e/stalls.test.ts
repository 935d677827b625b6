/** The worker stands still, or dies, while it matches: whoever asked is served all the same, once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { openMarket } from './market';

/** Changes a balance in a transaction, says so, and leaves it open. */
const OPEN_TRANSACTION = `
  const [uri, database, accountId] = process.argv.slice(1);
  const { mongo } = require('mongoose');
  mongo.MongoClient.connect(uri).then(async (client) => {
    const session = client.startSession();
    session.startTransaction();
    const balances = client.db(database).collection('balances');
    await balances.updateOne({ _id: accountId }, { $inc: { version: 1 } }, { session });
    console.log('open');
  });`;

const REQUESTS = 24;
/** Longer than a workflow task may take: the server gives the task to somebody else. */
const STALL_MS = 6_000;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.start({ settings: { GATEWAY_WORKER: 'off' } });
});
afterAll(() => exchange.stop());

test.each(['stands still', 'dies'])('the worker %s in the middle of many matches', async (what) => {
  const { key, model, seller } = await openMarket(exchange);
  const before = await exchange.records.fills.countDocuments();
  const answering = Array.from({ length: REQUESTS }, () => exchange.chat(key, { model }));
  await until(async () => (await exchange.records.fills.countDocuments()) > before, {
    everyMs: 1,
    what: 'the first match',
  });

  const worker = exchange.workers.at(-1)!;
  if (what === 'dies') {
    await worker.kill('SIGKILL');
    await exchange.startWorker();
  } else {
    process.kill(worker.pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, STALL_MS));
    process.kill(worker.pid, 'SIGCONT');
  }

  const answers = await Promise.all(answering);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(seller.keys.size).toBe(REQUESTS);
  await exchange.expectExact();
  expect((await exchange.account(key)).balance).toBe('9.999424'); // 24 x 24 tokens
  await exchange.expectBookAgrees(model);
});

test('a process died in the middle of a transaction: its account is held up for seconds', async () => {
  const { key, model, accountId } = await openMarket(exchange);
  const { mongoUri, MONGODB_DATABASE } = exchange.settings;
  const script = ['-e', OPEN_TRANSACTION, mongoUri, MONGODB_DATABASE, accountId];
  const dying = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(dying.stdout, 'data');
  dying.kill('SIGKILL');
  await once(dying, 'exit');
  expect((await exchange.chat(key, { model })).status).toBe(200);
  await exchange.expectExact();
});
