/** Stores that stay unavailable while an answer is on its way: nobody pays for what was not delivered, nobody is unpaid for what was. */
import { countInTurns } from '../../domain/token-meter';
import { contentOf } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

/** Of a price of 1 per 1,000 tokens: what they cost is their number, in thousandths. */
const PRICE = '1';
const LONG = 'word '.repeat(400);
/** Longer than a settlement that can be handed over is tried in place. */
const AWAY_MS = 5_000;

let servers: TestServers;
let exchange: Exchange;
let seller: TestSeller;

beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  exchange = await Exchange.start({
    addresses: servers.addresses,
    relay: true,
    settings: { CHANNEL_WAIT_MS: 1_000 },
  });
  seller = await exchange.seller();
  await exchange.ask(seller, { price: PRICE });
});
afterAll(async () => {
  await exchange.stop();
  await servers.stop();
});

test('Redis unavailable too long inside a stream: what was delivered is paid, and the prompt is not', async () => {
  const { key } = await exchange.buyer();
  seller.setBehaviour(BEHAVIOURS.unhurried({ gapMs: 50, content: LONG, chunks: 400 }));
  let read = 0;
  const streaming = exchange.stream(
    key,
    { max_tokens: 1_000 },
    { idempotencyKey: 'cut', onChunk: () => (read += 1) },
  );
  await until(() => read >= 5, { what: 'a part of the stream' });
  await servers.kill('redis');
  const { chunks, done } = await streaming;
  await servers.restart('redis');

  expect(done).toBe(false);
  expect(chunks.at(-1)).toMatchObject({ error: { code: 'service_unavailable' } });
  await expectPaid(key, chunks);
  const repeated = () => exchange.stream(key, { max_tokens: 1_000 }, { idempotencyKey: 'cut' });
  // Redis is back before the channel is.
  const hasAnswer = async () => (await repeated()).status === 200;
  await until(hasAnswer, { what: 'the answer under its key', timeoutMs: 20_000 });
  expect(contentOf((await repeated()).chunks)).toBe(contentOf(chunks));
  expect(seller.requests).toHaveLength(1);
});

test('Redis unavailable from the first chunk on: only what the own gateway passed on is paid', async () => {
  await until(async () => (await chatNormally()) === 200, { what: 'the book to be back' });
  const { key } = await exchange.buyer();
  seller.setBehaviour(BEHAVIOURS.unhurried({ gapMs: 50, content: LONG, chunks: 400 }));
  seller.hold();
  const streaming = exchange.stream(key, { max_tokens: 1_000 }, { idempotencyKey: 'first' });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  await servers.kill('redis');
  seller.release();
  await until(() => seller.requests.at(-1)?.abandoned, { what: 'the stream to be given up' });
  await servers.restart('redis');
  const { chunks, done } = await streaming;
  expect(done).toBe(false);
  await expectPaid(key, chunks);
});

test('MongoDB unavailable while an answer too large for a history is settled: once asked, once charged', async () => {
  await until(async () => (await chatNormally()) === 200, { what: 'the book to be back' });
  const { key } = await exchange.buyer();
  seller.setBehaviour(BEHAVIOURS.normal({ content: 'word '.repeat(200_000) }));
  const askedBefore = seller.requests.length;
  seller.hold();
  const answering = exchange.chat(key, { max_tokens: 9_000 }, { idempotencyKey: 'large' });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  await servers.kill('mongod');
  seller.release();
  await until(() => seller.requests.at(-1)?.finished, { what: 'the answer to be written' });
  const writtenAtMs = Date.now();
  await until(() => Date.now() - writtenAtMs > AWAY_MS, { what: 'the time in place to be over' });
  await servers.restart('mongod');
  const answer = await answering;
  expect(answer.status).toBe(200);
  expect(seller.requests).toHaveLength(askedBefore + 1);
  expect(Number((await exchange.account(key)).balance)).toBeCloseTo(10 - 0.024);
});

test('after all of this every invariant of the ledger holds', async () => {
  await exchange.expectExact();
  await exchange.expectBookAgrees();
});

/** The buyer pays the tokens that it read, without the prompt, and the seller is not to blame. */
async function expectPaid(key: string, chunks: readonly unknown[]): Promise<void> {
  const delivered = await countInTurns([contentOf(chunks as never)]);
  expect(delivered).toBeGreaterThan(2);
  await until(async () => (await exchange.account(key)).reserved === '0', { what: 'the end' });
  const { balance } = await exchange.account(key);
  expect(Number(balance)).toBeCloseTo(10 - delivered / 1_000);
  const [fill] = await exchange.records.fills.find({}).sort({ _id: -1 }).limit(1).toArray();
  expect(fill).toMatchObject({ status: 'settled', usedTokens: delivered });
  expect(fill?.attempts).toMatchObject([{ state: 'delivered', reason: 'exchange' }]);
}

async function chatNormally(): Promise<number> {
  seller.setBehaviour('normal');
  const { key } = await exchange.buyer();
  return (await exchange.chat(key)).status;
}
