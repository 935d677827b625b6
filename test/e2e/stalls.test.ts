/** The worker stands still, or dies, while it matches: whoever asked is served all the same, once. */
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { openMarket } from './market';

const REQUESTS = 24;
/** Longer than a workflow task may take: the server gives the task to somebody else. */
const STALL_MS = 2_500;

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
