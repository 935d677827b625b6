/** Prompts of many megabytes: served whole and streamed, through a kill, asked again, and within the memory of a gateway. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expectClosedInTime } from '../crash/closed-in-time';
import { Exchange, chatBody } from '../support/exchange';
import { until } from '../support/wait';
import { type Market, contentOf, joinMarket, openMarket, sendRaw } from './market';

const MEGABYTE = 1_000_000;
/** What the chart gives a gateway. */
const GATEWAY_MEBIBYTES = 1_536;
const TEXT = 'Words, quotes " and emoji \u{1F600}; ';
const promptOf = (bytes: number) => TEXT.repeat(bytes / Buffer.byteLength(JSON.stringify(TEXT)));
const PROMPT = promptOf(20 * MEGABYTE);
const messages = [{ role: 'user', content: PROMPT }];
const SELLER_IS_ASKED = { what: 'the seller to be asked', timeoutMs: 60_000 };

const exchange = Exchange.forFile({ gateways: 2, settings: { GATEWAY_WORKER: 'off' } });

const marketOfLarge = () => openMarket(exchange, { balance: '1000', capacity: 100 * MEGABYTE });
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Asked so often, always with the same body under one key, and paid once. */
async function expectServedOnce({ key, accountId, seller }: Market, requests: number) {
  expect(seller.requests).toHaveLength(requests);
  const [{ body }] = seller.requests as unknown as [{ body: { messages: typeof messages } }];
  expect(digest(body.messages[0]!.content)).toBe(digest(PROMPT));
  expect(new Set(seller.requests.map(({ rawBody }) => digest(rawBody))).size).toBe(1);
  expect(seller.keys.size).toBe(1);
  await exchange.expectExact();
  expect(await exchange.records.journals.countDocuments({ accountId, kind: 'capture' })).toBe(1);
  expect((await exchange.account(key)).reserved).toBe('0');
}

test('20 MB are answered once under one key: while the first request runs, at another gateway, and later', async () => {
  const market = await marketOfLarge();
  const { key, model, seller } = market;
  const ask = (gateway: number, content = PROMPT) =>
    exchange.chat(
      key,
      { model, messages: [{ role: 'user', content }] },
      { idempotencyKey: 'large', gateway },
    );
  seller.hold();
  const first = ask(0);
  await until(() => seller.held === 1, SELLER_IS_ASKED);
  const second = ask(1);
  expect(await ask(1, `${PROMPT}.`)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_conflict' },
  });
  seller.release();
  const answers = [await first, await second, await ask(1)];
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({ status: 200, body: answers[0]!.body });
  }
  await expectServedOnce(market, 1);
});

test('20 MB are streamed', async () => {
  const market = await marketOfLarge();
  const { key, model } = market;
  const { chunks, done } = await exchange.stream(key, { model, messages });
  expect(done).toBe(true);
  expect(contentOf(chunks)).not.toBe('');
  await expectServedOnce(market, 1);
});

test.each([false, true])(
  'a worker that dies with 20 MB at a seller (streamed: %p) is followed by one that asks it the same',
  async (streamed) => {
    const market = await marketOfLarge();
    const { key, model, seller } = market;
    // A gateway leaves a seller that breaks off to a worker, which asks the next one.
    await joinMarket(exchange, model, {
      behaviour: 'resetAfterBody',
      price: '0.0001',
      capacity: 100 * MEGABYTE,
    });
    seller.hold();
    const body = { model, messages };
    const answering = streamed ? exchange.stream(key, body) : exchange.chat(key, body);
    await until(() => seller.held === 1, SELLER_IS_ASKED);
    await exchange.workers.find(({ alive }) => alive)!.kill('SIGKILL');
    const killedAtMs = Date.now();
    await exchange.startWorker();
    await until(() => seller.requests.length === 2, SELLER_IS_ASKED);
    seller.release();
    expect((await answering).status).toBe(200);
    await expectClosedInTime(exchange, 'a worker was killed', killedAtMs);
    await expectServedOnce(market, 2);
  },
);

test('a gateway that dies with 20 MB at a seller: the buyer asks again with the key, at another one, and gets the answer', async () => {
  const market = await marketOfLarge();
  const { key, model, seller } = market;
  const ask = (gateway: number) =>
    exchange.chat(key, { model, messages }, { idempotencyKey: 'killed', gateway });
  seller.hold();
  const broken = ask(0).catch(() => 'broken off');
  await until(() => seller.held === 1, SELLER_IS_ASKED);
  await exchange.gateways[0]!.kill('SIGKILL');
  const killedAtMs = Date.now();
  expect(await broken).toBe('broken off');
  const again = ask(1);
  await until(() => seller.requests.length === 2, SELLER_IS_ASKED);
  seller.release();
  expect(await again).toMatchObject({ status: 200 });
  await expectClosedInTime(exchange, 'a gateway was killed', killedAtMs);
  await expectServedOnce(market, 2);
});

function* piecesOf(body: string) {
  for (let at = 0; at < body.length; at += 1_000_000) yield body.slice(at, at + 1_000_000);
}

test.each([
  ['announced', (body: string) => body],
  ['in chunks', (body: string) => Readable.from(piecesOf(body))],
])(
  'a body of 32,000,000 bytes %s is served, and one of a byte more is refused',
  async (_how, sent) => {
    const { key, model, seller } = await marketOfLarge();
    const limit = exchange.settings.CHAT_BODY_LIMIT_BYTES;
    const bare = JSON.stringify(chatBody({ model, padding: '' }));
    const post = (bytes: number) =>
      sendRaw(exchange, {
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: sent(bare.replace('"padding":""', `"padding":"${'a'.repeat(bytes - bare.length)}"`)),
      });
    expect(await post(limit)).toMatchObject({ status: 200 });
    expect(await post(limit + 1)).toMatchObject({
      status: 413,
      body: { code: 'request_too_large' },
    });
    expect(seller.requests).toHaveLength(1);
  },
);

test('six bodies of 32 MB at once, the most that a gateway takes, stay within the memory that the chart gives it', async () => {
  const gateway = await exchange.startGateway();
  const at = exchange.gateways.indexOf(gateway);
  const markets = await Promise.all([1, 2, 3].map(marketOfLarge));
  const body = { messages: [{ role: 'user', content: promptOf(31.9 * MEGABYTE) }] };
  const asked = [...markets, ...markets].map(({ key, model }) =>
    exchange.chat(key, { model, ...body }, { gateway: at }),
  );
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200));
  const peak = peakMebibytes(gateway.pid);
  process.stderr.write(`a gateway had at most ${peak.toFixed(0)} MiB\n`);
  expect(peak).toBeLessThan(GATEWAY_MEBIBYTES);
});

/** The largest memory that the process had; NaN on systems without `/proc`. */
function peakMebibytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}
