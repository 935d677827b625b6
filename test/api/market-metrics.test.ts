/** The metrics of the market: each moves by what happened, and by no more. */
import { Registry } from 'prom-client';
import { MarketMetrics } from '../../api/operator/market-metrics';
import { loadCatalog } from '../../config/catalog';
import { roundedUsd } from '../../domain/money';
import type { FillDocument } from '../../records/documents/fill';
import { PROMPT_TOKENS, joinMarket, openMarket, units } from '../e2e/market';
import { Exchange, MODEL } from '../support/exchange';
import { Scrape } from '../support/scrape';
import { until } from '../support/wait';

/** Of an instrument outside the catalog. */
const CHAT = { kind: 'chat', model_id: 'other' };
const NOTHING = {
  tokenbook_bids_total: 0,
  tokenbook_match_duration_seconds_count: 0,
  tokenbook_reserve_duration_seconds_count: 0,
  tokenbook_first_byte_duration_seconds_count: 0,
  tokenbook_attempts_total: 0,
  tokenbook_settled_tokens_total: 0,
};

const exchange = Exchange.pooledForFile();

/** What rose, of the names in `NOTHING`. */
function risen(before: Scrape, after: Scrape): Record<string, number> {
  return Object.fromEntries(Object.keys(NOTHING).map((name) => [name, after.rise(before, name)]));
}

test('a filled chat counts its bid, its times, its attempt, its tokens and its money, once', async () => {
  const { key, model } = await openMarket(exchange);
  const before = await Scrape.of(exchange);
  const answer = await exchange.chat(key, { model });
  expect(answer.status).toBe(200);
  const after = await Scrape.of(exchange);
  const { fill, usage } = answer.body;
  const record = await exchange.records.fills.findOne({ _id: fill.fill_id });
  expect(risen(before, after)).toEqual({
    tokenbook_bids_total: 1,
    tokenbook_match_duration_seconds_count: 1,
    tokenbook_reserve_duration_seconds_count: 1,
    tokenbook_first_byte_duration_seconds_count: 1,
    tokenbook_attempts_total: 1,
    tokenbook_settled_tokens_total: usage.total_tokens,
  });
  const rise = after.rise.bind(after, before);
  expect(rise('tokenbook_bids_total', { outcome: 'filled' })).toBe(1);
  const unrated = { venue_class: 'unrated' };
  expect(rise('tokenbook_attempts_total', { outcome: 'answered', ...unrated })).toBe(1);
  const whole = { streamed: 'false', ...unrated };
  expect(rise('tokenbook_first_byte_duration_seconds_count', whole)).toBe(1);
  expect(rise('tokenbook_settled_tokens_total', CHAT)).toBe(usage.total_tokens);
  expect(rise('tokenbook_settled_usd_total', CHAT)).toBeCloseTo(roundedUsd(units(fill.cost)), 10);
  expect(rise('tokenbook_fees_usd_total', CHAT)).toBeCloseTo(roundedUsd(record!.feeScale8), 10);
  // The reservation and the settlement, each alone in its transaction.
  expect(rise('tokenbook_commit_batch_requests_count')).toBe(2);
  expect(rise('tokenbook_commit_batch_requests_sum')).toBe(2);
  expect(rise('tokenbook_commit_wait_seconds_count')).toBe(2);
});

test('a stream counts its first byte apart from whole answers', async () => {
  const { key, model } = await openMarket(exchange);
  const before = await Scrape.of(exchange);
  expect((await exchange.stream(key, { model })).done).toBe(true);
  const after = await Scrape.of(exchange);
  const count = 'tokenbook_first_byte_duration_seconds_count';
  expect(after.rise(before, count, { streamed: 'true' })).toBe(1);
  expect(after.rise(before, count, { streamed: 'false' })).toBe(0);
});

test('a refused bid counts its code, and neither a reservation nor an attempt', async () => {
  const { key, model } = await openMarket(exchange, { price: '0.5' });
  const before = await Scrape.of(exchange);
  const refused = await exchange.chat(key, { model, max_price: '0.1' });
  expect(refused.body.code).toBe('no_fill_at_limit');
  const after = await Scrape.of(exchange);
  expect(risen(before, after)).toEqual({
    ...NOTHING,
    tokenbook_bids_total: 1,
    tokenbook_match_duration_seconds_count: 1,
  });
  expect(after.rise(before, 'tokenbook_bids_total', { outcome: 'no_fill_at_limit' })).toBe(1);
});

test('a seller that fails counts its attempt, and the bid that had no other seller', async () => {
  const { key, model } = await openMarket(exchange, { behaviour: 'status' });
  const before = await Scrape.of(exchange);
  expect((await exchange.chat(key, { model })).body.code).toBe('seller_unreachable');
  const after = await Scrape.of(exchange);
  expect(risen(before, after)).toEqual({
    ...NOTHING,
    tokenbook_bids_total: 1,
    tokenbook_match_duration_seconds_count: 1,
    tokenbook_reserve_duration_seconds_count: 1,
    tokenbook_attempts_total: 1,
  });
  expect(after.rise(before, 'tokenbook_bids_total', { outcome: 'seller_unreachable' })).toBe(1);
  expect(after.rise(before, 'tokenbook_attempts_total', { outcome: 'failed' })).toBe(1);
});

test.each([
  ['cutAt', 'cut', 'filled'],
  ['notJson', 'malformed', 'seller_unreachable'],
  ['contextLength', 'request_refused', 'invalid_request'],
] as const)('an attempt at a seller of the kind %s ends as %s', async (behaviour, end, outcome) => {
  const { key, model } = await openMarket(exchange, { behaviour });
  const before = await Scrape.of(exchange);
  await exchange.stream(key, { model });
  const after = await Scrape.of(exchange);
  expect(after.rise(before, 'tokenbook_attempts_total')).toBe(1);
  expect(after.rise(before, 'tokenbook_attempts_total', { outcome: end })).toBe(1);
  expect(after.rise(before, 'tokenbook_bids_total')).toBe(1);
  expect(after.rise(before, 'tokenbook_bids_total', { outcome })).toBe(1);
});

test('an order in progress is counted until it ends, and so is the reader of its answer', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const names = ['tokenbook_orders_in_progress', 'tokenbook_answer_readers'] as const;
  const counted = async () => {
    const scrape = await Scrape.of(exchange);
    return names.map((name) => scrape.value(name));
  };
  expect(await counted()).toEqual([0, 0]);
  seller.hold();
  const answer = exchange.chat(key, { model });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  expect(await counted()).toEqual([1, 1]);
  seller.release();
  expect((await answer).status).toBe(200);
  await until(async () => (await counted()).join() === '0,0', { what: 'the order to end' });
});

test('a halted book is counted until it is resumed', async () => {
  const { model } = await openMarket(exchange);
  const halted = async () => (await Scrape.of(exchange)).value('tokenbook_books_halted');
  const before = await halted();
  await exchange.admin('PATCH', `/books/${model}`, { halted: true, reason: 'a wrong price' });
  expect(await halted()).toBe(before + 1);
  await exchange.admin('PATCH', `/books/${model}`, { halted: false });
  expect(await halted()).toBe(before);
});

test('two gateways that charge one account at once conflict, and each conflict is counted', async () => {
  const { key, model } = await openMarket(exchange);
  await joinMarket(exchange, model);
  const conflicts = async () => {
    const scrapes = await Promise.all([0, 1].map((gateway) => Scrape.of(exchange, gateway)));
    const name = 'tokenbook_commit_conflicts_total';
    return scrapes.reduce((sum, scrape) => sum + scrape.value(name, { reason: 'aborted' }), 0);
  };
  const before = await conflicts();
  const collide = async () => {
    const chats = Array.from({ length: 8 }, (_, at) =>
      exchange.chat(key, { model, max_tokens: PROMPT_TOKENS }, { gateway: at % 2 }),
    );
    for (const { status: answered } of await Promise.all(chats)) expect(answered).toBe(200);
    return (await conflicts()) > before;
  };
  await until(collide, { what: 'two transactions to conflict' });
});

test('instruments of the catalog have a label of their own, all others share one', async () => {
  const metrics = new MarketMetrics(loadCatalog(exchange.settings.CATALOG_FILE));
  const registry = new Registry();
  metrics.register(registry);
  const fill = { kind: 'draw', usedTokens: 3, costScale8: 150_000_000n, feeScale8: 0n };
  for (const modelId of [MODEL, 'one', 'two']) {
    metrics.bidFilled({ ...fill, modelId } as FillDocument);
  }
  const scrape = Scrape.parse(await registry.metrics());
  const tokens = scrape.series.filter(({ name }) => name === 'tokenbook_settled_tokens_total');
  expect(tokens.map(({ labels, value }) => [labels.model_id, value])).toEqual([
    [MODEL, 3],
    ['other', 6],
  ]);
  expect(scrape.value('tokenbook_settled_usd_total', { kind: 'draw' })).toBe(4.5);
});
