/** `tokenbook seller up`: a server that knows nothing of the exchange sells through it. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Answers } from '../../cli/seller-up/answers';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
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

const up: Ups['up'] = (...given) => ups.up(...given);
const asks = (model: string) => ups.asks(model);

test('it registers, is checked, offers, sells, earns, and withdraws', async () => {
  const { run, upstream, model } = await up(
    'normal',
    '--slots',
    '2',
    '--tokens-per-second',
    '10000',
  );
  await run.says('checked: address, reachable, signature, answers');
  const offered = await until(async () => (await asks(model))[0], { what: 'its offer' });
  expect(offered).toEqual({ price: '0.0009', quantity: '1200000' });
  const { key } = await exchange.buyer('5');
  const whole = await exchange.chat(key, { model });
  expect(whole.status).toBe(200);
  const { fill } = whole.body;
  expect(upstream.requests.at(-1)).toMatchObject({
    body: { model: 'its-own' },
    headers: { authorization: 'Bearer key of the server' },
  });
  const streamed = await exchange.stream(key, { model });
  expect(streamed).toMatchObject({ status: 200, done: true });
  expect(Number.parseFloat(fill.cost)).toBeGreaterThan(0);
  await run.says(/earned 0\.\d+ USD/);
  const ended = await run.interrupt();
  expect(ended.code).toBe(130);
  expect(ended.stdout).toMatch(/withdrawing the offers[^]*earned 0\.\d+ USD with \d+ tokens/);
  expect(await asks(model)).toEqual([]);
});

test('its endpoint proves its key by itself, to the exchange alone', async () => {
  const { url } = await up();
  const { sellers } = exchange.records;
  const seller = await until(
    () => sellers.findOne({ endpointUrl: url, verifiedAt: { $ne: null } }),
    {
      what: 'its endpoint to be verified',
    },
  );
  expect(seller).toMatchObject({ endpointUrl: url });
  const unsigned = await fetch(`${url}/tokenbook/proof`, {
    method: 'POST',
    body: JSON.stringify({ nonce: 'n', seller_id: seller._id }),
  });
  expect(unsigned.status).toBe(401);
});

test('requests that the exchange has not signed are refused, and the same key gets the same answer', async () => {
  const { run, upstream, url, model } = await up();
  await run.says('sells ');
  const body = JSON.stringify({ model, messages: [] });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'x', 'webhook-id': 'x' };
  // A question of its own, then of the check's three signed requests: the second one had the key of the first.
  const asked = () => upstream.requests.filter(({ path }) => path === '/v1/chat/completions');
  expect(asked()).toHaveLength(3);
  const answer = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body });
  expect(answer.status).toBe(401);
  expect(asked()).toHaveLength(3);
});

test('refuses requests that another seller passes on, so that a cheaper offer cannot resell its work', async () => {
  const victim = await up();
  await victim.run.says('sells ');
  const passOn = async ({ req, res, request }: Parameters<Behaviour['answer']>[0]) => {
    const { 'content-length': _length, host: _host, connection: _kept, ...headers } = req.headers;
    const answer = await fetch(`${victim.url}/chat/completions`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: request!.rawBody,
    });
    res.writeHead(answer.status).end(await answer.text());
  };
  const thief = await exchange.seller('normal', { models: [victim.model] });
  thief.setBehaviour({ answer: passOn });
  await exchange.ask(thief, { model: victim.model, price: '0.0001' });
  const { key } = await exchange.buyer('5');
  const asked = victim.upstream.requests.length;
  const { status, body } = await exchange.chat(key, { model: victim.model });
  expect(status).toBe(200);
  expect(thief.requests.length).toBeGreaterThan(0);
  expect(victim.upstream.requests).toHaveLength(asked + 1);
  expect(body.fill.fill_price).toBe('0.9');
  const trades = await exchange.send('GET', '/seller/v1/trades', {
    headers: { 'x-seller-api-key': thief.apiKey },
  });
  expect(trades.body.trades).toEqual([]);
});

test.each<[string, Behaviour, RegExp]>([
  ['fails', BEHAVIOURS.error500(), /does not answer a chat: 500 something broke\./],
  [
    'does not know the model',
    BEHAVIOURS.strict({ model: 'another' }),
    /404 no such model[^]*--upstream-model/,
  ],
  ['refuses the key', BEHAVIOURS.unauthorized(), /401 who are you\?[^]*UPSTREAM_KEY/],
])(
  'a server that %s sells nothing, and says why in its own words',
  async (_what, behaviour, words) => {
    const { run, model } = await up(behaviour);
    const { code, stderr } = await run.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
    expect(await asks(model)).toEqual([]);
  },
);

test('a server whose streams end without [DONE] sells: they get one', async () => {
  const { run, model } = await up({
    answer: (visit) =>
      BEHAVIOURS[visit.request?.body['stream'] ? 'noDone' : 'normal']().answer(visit),
  });
  await run.says('sells ');
  await ups.offered(model);
  const { key } = await exchange.buyer('5');
  expect(await exchange.stream(key, { model })).toMatchObject({ status: 200, done: true });
});

test('its key is in a file that only its owner can read', async () => {
  const names = await readdir(join(ups.folder, 'sellers'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect((await stat(join(ups.folder, 'sellers', name))).mode & 0o777).toBe(0o600);
  }
});

describe('answers that are kept', () => {
  const bounds = { answersMax: 2, bytesMax: 10, keptMs: 1_000 };
  const whole = (answers: Answers, key: string, bytes: number, nowMs = 0) => {
    const recording = answers.begin(key, nowMs);
    recording.add(Buffer.alloc(bytes));
    recording.end('whole');
  };

  test('of a number: n stay, of n + 1 the oldest goes', () => {
    const answers = new Answers(bounds);
    for (const key of ['a', 'b']) whole(answers, key, 1);
    answers.trim(0);
    expect(answers.size).toBe(2);
    whole(answers, 'c', 1);
    answers.trim(0);
    expect([answers.find('a') === undefined, answers.size]).toEqual([true, 2]);
  });

  test('of a size: n bytes stay, n + 1 do not', () => {
    const answers = new Answers(bounds);
    whole(answers, 'a', 5);
    whole(answers, 'b', 5);
    answers.trim(0);
    expect(answers.size).toBe(2);
    answers.find('b')!.add(Buffer.alloc(1));
    answers.trim(0);
    expect([answers.find('a') === undefined, answers.size]).toEqual([true, 1]);
  });

  test('of an age, and never one in progress', () => {
    const answers = new Answers(bounds);
    answers.begin('running', 0);
    whole(answers, 'a', 1);
    answers.trim(999);
    expect(answers.size).toBe(2);
    answers.trim(1_000);
    expect([answers.find('running') !== undefined, answers.size]).toEqual([true, 1]);
  });
});
