/** `tokenbook seller up` keeps an offer that a buyer finds at every moment. */
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { Ups } from './up';

let exchange: Exchange;
let ups: Ups;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  ups = await Ups.beside(exchange);
});
afterAll(async () => {
  await ups.stop();
  await exchange.stop();
});

const statuses = (answers: readonly { readonly status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test('120 chats, one after the other, with an idle seller are all served', async () => {
  const { model } = await ups.up('normal', '--slots', '1', '--offer-seconds', '10');
  await ups.offered(model);
  const { key } = await exchange.buyer('50');
  const answers = [];
  for (let chat = 0; chat < 120; chat += 1) answers.push(await exchange.chat(key, { model }));
  expect(statuses(answers)).toEqual({ 200: 120 });
});

test('24 chats of eight callers with a seller of two slots are all served', async () => {
  const unhurried = BEHAVIOURS.slowFirstByte({ delayMs: 100 });
  const { model } = await ups.up(unhurried, '--slots', '2');
  await ups.offered(model);
  const { key } = await exchange.buyer('50');
  const caller = async () => {
    const answers = [];
    for (let chat = 0; chat < 3; chat += 1) answers.push(await exchange.chat(key, { model }));
    return answers;
  };
  const answers = await Promise.all(Array.from({ length: 8 }, caller));
  expect(statuses(answers.flat())).toEqual({ 200: 24 });
});

test('while all slots are busy its offer stands, and who comes then waits for a slot', async () => {
  const { model, upstream } = await ups.up('normal', '--slots', '1');
  await ups.offered(model);
  const { key } = await exchange.buyer('50');
  const asked = upstream.requests.length;
  upstream.hold();
  const first = exchange.chat(key, { model });
  await until(() => upstream.requests.length > asked, { what: 'the first request' });
  const second = exchange.chat(key, { model });
  expect(await ups.asks(model)).not.toEqual([]);
  const { fills } = exchange.records;
  await until(() => fills.findOne({ modelId: model, 'attempts.reason': 'throttled' }), {
    what: 'the second one to be throttled',
  });
  upstream.release();
  expect(statuses(await Promise.all([first, second]))).toEqual({ 200: 2 });
});

test('a request as long as the context window fits its offer, beside one in every slot', async () => {
  const window = 40_000;
  const given = ['--slots', '2', '--context-window', String(window)];
  const { model, upstream } = await ups.up('normal', ...given);
  expect(Number((await ups.offered(model)).quantity)).toBeGreaterThanOrEqual(2 * window);
  const { key } = await exchange.buyer('50');
  // Counted with the padding of a tenth, and the cap.
  const long = 'token '.repeat(32_000);
  const messages = [{ role: 'user', content: long }];
  const chat = () => exchange.chat(key, { model, messages, max_tokens: 4_000 });
  const asked = upstream.requests.length;
  upstream.hold();
  const both = [chat(), chat()];
  await until(() => upstream.requests.length === asked + 2, { what: 'two long requests' });
  upstream.release();
  expect(statuses(await Promise.all(both))).toEqual({ 200: 2 });
  // The sold tokens are offered again.
  const whole = async () => Number((await ups.asks(model))[0]?.quantity ?? 0) >= 2 * window;
  await until(whole, { what: 'a whole offer' });
});

test('a restart of its server costs no standing: the offer goes, and comes back with it', async () => {
  const selling = await ups.up();
  const { model, run, url } = selling;
  await ups.offered(model);
  const { key } = await exchange.buyer('50');
  expect((await exchange.chat(key, { model })).status).toBe(200);
  const restart = await ups.away(selling);
  const during = [];
  for (let chat = 0; chat < 8; chat += 1) during.push(await exchange.chat(key, { model }));
  expect(statuses(during)[200]).toBeUndefined();
  await run.says(/ECONNREFUSED.*Its offer is withdrawn/);
  await until(async () => (await ups.asks(model)).length === 0, { what: 'no offer' });
  await restart();
  await run.says('it answers again');
  await ups.offered(model);
  expect((await exchange.chat(key, { model })).status).toBe(200);
  const seller = await exchange.records.sellers.findOne({ endpointUrl: url });
  expect(seller).toMatchObject({ standing: 'Active' });
  const fills = await exchange.records.fills.find({ modelId: model }).toArray();
  const reasons = fills.flatMap(({ attempts }) => attempts.map(({ reason }) => reason ?? null));
  expect(new Set(reasons)).toEqual(new Set([null, 'throttled']));
});
