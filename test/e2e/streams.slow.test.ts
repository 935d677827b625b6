/** Streams that end early: after the first byte nobody else is asked, and what was delivered is paid. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Exchange, type StreamedAnswer } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { until } from '../support/wait';
import {
  type Market,
  COUNTED_PROMPT_TOKENS,
  contentOf,
  costOf,
  joinMarket,
  openMarket,
  payableTo,
  remainderOf,
  units,
} from './market';

const PRICE = '0.001';

const exchange = Exchange.pooledForFile();

/** The last chunk of a broken stream, its charge, and the ledger's side of it. */
async function expectCharged(
  market: Market,
  stream: StreamedAnswer,
  tokens: number,
): Promise<void> {
  const last = stream.chunks.at(-1);
  expect(stream.done).toBe(false);
  expect(last).toMatchObject({
    error: {
      code: 'seller_unreachable',
      type: 'seller_error',
      message: expect.stringMatching(/./),
      documentation_url: '/docs/errors/seller_unreachable',
    },
    choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
    fill: { tokens, fill_id: stream.headers['x-fill-id'] },
  });
  const cost = costOf(PRICE, tokens);
  expect(units(last.fill.cost)).toBe(cost);
  const account = await exchange.account(market.key);
  expect(units(account.balance)).toBe(units('10') - cost);
  expect(account.reserved).toBe('0');
  expect(units(await payableTo(exchange, market.seller))).toBe(cost);
  expect(await remainderOf(exchange, market)).toBe(1_000_000 - tokens);
}

describe('cut by the seller: the tokens delivered are paid, the prompt is not', () => {
  test.each<[string, Behaviour]>([
    ['a reset', BEHAVIOURS.cutAt({ chunks: 4 })],
    ['an end without finish_reason', BEHAVIOURS.unfinished({ chunks: 4 })],
    ['[DONE] without finish_reason', BEHAVIOURS.doneWithoutFinish({ chunks: 4 })],
    ['an error chunk', BEHAVIOURS.errorLater({ chunks: 4 })],
    ['a malformed chunk', BEHAVIOURS.malformedChunk({ chunks: 4 })],
    ['bytes that are not UTF-8', BEHAVIOURS.invalidUtf8({ chunks: 4 })],
    ['silence', BEHAVIOURS.stall({ chunks: 4 })],
  ])('%s', async (_what, behaviour) => {
    const market = await openMarket(exchange, { behaviour, price: PRICE });
    const { key, model, seller } = market;
    const other = await joinMarket(exchange, model, { price: '0.002' });

    const stream = await exchange.stream(key, { model }, { idempotencyKey: 'cut' });

    expect(stream.status).toBe(200);
    expect(stream.chunks).toHaveLength(5); // role, three pieces of text, the end
    const text = contentOf(stream.chunks);
    expect(DEFAULT_CONTENT.startsWith(text)).toBe(true);
    await expectCharged(market, stream, countTokens(text));
    expect(other.seller.requests).toEqual([]);

    const again = await exchange.stream(key, { model }, { idempotencyKey: 'cut' });
    expect(again.chunks).toEqual(stream.chunks);
    expect(again.done).toBe(false);
    expect(seller.requests).toHaveLength(1);
  });

  test('before any text: it is no answer, and nothing is paid', async () => {
    const behaviour = BEHAVIOURS.cutAt({ chunks: 1 });
    const { key, model } = await openMarket(exchange, { behaviour, price: PRICE });
    const answer = await exchange.chat(key, { model, stream: true });
    expect(answer).toMatchObject({ status: 502, body: { code: 'seller_unreachable' } });
    expect(await exchange.account(key)).toMatchObject({ balance: '10', reserved: '0' });
  });
});

describe('a stream with its finish_reason is whole', () => {
  test.each<[string, Behaviour]>([
    ['without [DONE]', BEHAVIOURS.noDone()],
    ['on a connection that stays open', BEHAVIOURS.neverEnding()],
  ])('%s', async (_what, behaviour) => {
    const { key, model } = await openMarket(exchange, { behaviour, price: PRICE });
    const stream = await exchange.stream(key, { model });
    expect(stream.done).toBe(true);
    expect(contentOf(stream.chunks)).toBe(DEFAULT_CONTENT);
    expect(stream.chunks.at(-1).fill.tokens).toBe(24);
  });
});

describe('the buyer leaves a stream', () => {
  const endless = () =>
    BEHAVIOURS.unhurried({ content: 'word '.repeat(600), chunks: 600, gapMs: 20 });

  /** Reads a few chunks of a stream and closes the connection. */
  async function leave({ key, model }: Market, idempotencyKey: string): Promise<void> {
    const gone = new AbortController();
    let read = 0;
    const reading = exchange.stream(
      key,
      { model, max_tokens: 1_000 },
      { idempotencyKey, signal: gone.signal, onChunk: () => ++read === 5 && gone.abort() },
    );
    await expect(reading).rejects.toThrow(/abort/i);
  }

  test('the seller is stopped within 2 s; prompt and delivered tokens are paid', async () => {
    const market = await openMarket(exchange, { behaviour: endless(), price: PRICE });
    const { key, model, seller } = market;
    await leave(market, 'left');
    await until(() => seller.requests[0]?.abandoned, {
      timeoutMs: 2_000,
      what: 'the seller to be stopped',
    });
    await until(async () => (await exchange.account(key)).reserved === '0', {
      what: 'the settlement',
    });

    const body = { model, max_tokens: 1_000 };
    const again = await exchange.stream(key, body, { idempotencyKey: 'left' });
    const tokens = COUNTED_PROMPT_TOKENS + countTokens(contentOf(again.chunks));
    expect(tokens).toBeGreaterThan(COUNTED_PROMPT_TOKENS + 3);
    await expectCharged(market, again, tokens);
    expect(seller.requests).toHaveLength(1);
  });

  test('while the seller has said nothing yet: nobody else is asked, nothing is paid', async () => {
    const market = await openMarket(exchange, { behaviour: 'headersOnly', price: PRICE });
    const { key, model, seller } = market;
    const other = await joinMarket(exchange, model, { price: '0.002' });
    const gone = new AbortController();
    const reading = exchange.stream(key, { model }, { signal: gone.signal });
    await until(() => seller.requests.length === 1, { what: 'the seller to be asked' });
    gone.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    await until(() => seller.requests[0]?.abandoned, {
      timeoutMs: 2_000,
      what: 'the seller to be stopped',
    });
    await until(async () => (await exchange.account(key)).reserved === '0', {
      what: 'the release',
    });
    expect((await exchange.account(key)).balance).toBe('10');
    expect(await remainderOf(exchange, market)).toBe(1_000_000);
    await exchange.expectBookAgrees(model);
    expect(other.seller.requests).toEqual([]);
  });
});

test('an operator ends the order in the middle of its stream: the reader is told, nothing is charged', async () => {
  const behaviour = BEHAVIOURS.unhurried({ content: 'word '.repeat(300), chunks: 300, gapMs: 100 });
  const market = await openMarket(exchange, { behaviour, price: PRICE });
  const { key, model, accountId } = market;
  let read = 0;
  const reading = exchange.stream(key, { model }, { onChunk: () => (read += 1) });
  await until(() => read >= 3, { what: 'three chunks' });

  const { ledger, orders } = exchange.records;
  const order = await until(() => orders.findOne({ accountId, workflowId: { $gt: '' } }), {
    what: 'the workflow to start',
  });
  const handle = exchange.temporal.workflow.getHandle(order.workflowId!);
  const isEnded = () => handle.terminate('by hand').then(() => true);
  await until(isEnded, { what: 'the workflow to be there' }); // nobody waits for it
  // What maintenance does a minute later.
  const refusal = { code: 'service_unavailable', message: 'The order was ended.' };
  await ledger.refuseOrder({ orderId: order._id, refusal, reserved: 'release' });

  const stream = await reading;
  expect(stream.done).toBe(false);
  expect(stream.chunks.at(-1)).toEqual({
    error: {
      ...refusal,
      type: 'api_error',
      documentation_url: '/docs/errors/service_unavailable',
    },
    choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
  });
  expect(await exchange.account(key)).toMatchObject({ balance: '10', reserved: '0' });
  expect(await remainderOf(exchange, market)).toBe(1_000_000);
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
