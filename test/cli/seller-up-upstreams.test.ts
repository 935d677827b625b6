/** `tokenbook seller up` in front of servers that differ from what clients read, fail, and return. */
import { readAll } from '../../domain/answers/texts';
import { freePort } from '../../setup/servers/ports';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { Proxied } from './proxied';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

async function before(behaviour: Behaviour, given: object = {}) {
  const upstream = await startSeller(behaviour);
  const proxied = await Proxied.before(`http://127.0.0.1:${upstream.port}`, given);
  running.push(upstream, proxied);
  return { upstream, proxied, asked: () => upstream.requests.map(({ body }) => body) };
}

/** Answers with these events. */
const streaming = (...events: (object | string)[]): Behaviour => ({
  answer: ({ res }) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const data of events) {
      res.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    }
    res.end();
  },
});

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      delta,
      finish_reason,
    },
  ],
  ...more,
});

const eventsOf = async (answer: Response) =>
  (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length));

describe('the cap of an answer', () => {
  test.each([
    [
      'max_completion_tokens alone gets its older name too',
      { max_completion_tokens: 9 },
      { max_tokens: 9, max_completion_tokens: 9 },
    ],
    ['max_tokens alone stays alone', { max_tokens: 9 }, { max_tokens: 9 }],
    [
      'both stay as they are',
      { max_tokens: 9, max_completion_tokens: 8 },
      { max_tokens: 9, max_completion_tokens: 8 },
    ],
  ])('%s', async (_what, request, expected) => {
    const { proxied, asked } = await before(BEHAVIOURS.normal());
    expect((await proxied.ask(request)).status).toBe(200);
    const [{ max_tokens, max_completion_tokens } = {}] = asked();
    expect(JSON.parse(JSON.stringify({ max_tokens, max_completion_tokens }))).toEqual(expected);
  });

  const refusing = (status: number, message: string): Behaviour => ({
    answer: (visit) =>
      'max_tokens' in (visit.request?.body ?? {})
        ? BEHAVIOURS.status({ status, message }).answer(visit)
        : BEHAVIOURS.normal().answer(visit),
  });

  test('a server that refuses max_tokens is asked without it, from then on at once', async () => {
    const words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    const { proxied, asked } = await before(refusing(400, words));
    expect((await proxied.ask({ max_tokens: 9 })).status).toBe(200);
    expect((await proxied.ask({ max_completion_tokens: 7 })).status).toBe(200);
    expect(
      asked().map(({ max_tokens: older, max_completion_tokens: newer }) => [older, newer]),
    ).toEqual([
      [9, undefined],
      [undefined, 9],
      [undefined, 7],
    ]);
  });

  test('a refusal for another reason is the answer, and nothing is asked twice', async () => {
    const { proxied, asked } = await before(refusing(400, 'The prompt is too long.'));
    const answer = await proxied.ask({ max_tokens: 9 });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('too long'),
    ]);
    expect(asked()).toHaveLength(1);
  });
});

describe('a stream', () => {
  const call = (name: string, args: string, id?: string) => ({
    tool_calls: [{ ...(id ? { id } : {}), type: 'function', function: { name, arguments: args } }],
  });

  test('without [DONE] gets one behind its last finish, and no other', async () => {
    const whole = [chunk({ role: 'assistant', content: 'Hi' }), chunk({}, 'stop')];
    const { proxied, upstream } = await before(streaming(...whole));
    const events = await eventsOf(await proxied.ask({ stream: true }));
    expect(events).toEqual([...whole.map((one) => JSON.stringify(one)), '[DONE]']);
    upstream.setBehaviour(streaming(...whole, '[DONE]'));
    expect(await eventsOf(await proxied.ask({ stream: true }))).toEqual(events);
  });

  test('without a finish_reason gets no [DONE]: it is not complete', async () => {
    const { proxied } = await before(streaming(chunk({ content: 'Hi' })));
    expect(await eventsOf(await proxied.ask({ stream: true }))).not.toContain('[DONE]');
  });

  test('that ends with an error gets no [DONE], and the error is passed on', async () => {
    const error = { error: { message: 'the worker died' } };
    const { proxied } = await before(streaming(chunk({ content: 'Hi' }, 'stop'), error));
    const events = await eventsOf(await proxied.ask({ stream: true }));
    expect(events.at(-1)).toBe(JSON.stringify(error));
  });

  test.each([
    [
      'in the last choice',
      {
        choices: [
          {
            index: 0,
            delta: {},
            finish_reason: 'stop',
            usage: { prompt_tokens: 3, completion_tokens: 2 },
          },
        ],
      },
    ],
    [
      'in x_groq',
      { x_groq: { usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } } },
    ],
    ['as digits', { choices: [], usage: { prompt_tokens: '3', completion_tokens: '2' } }],
  ])('reports its usage once, at the end, when it came %s', async (_where, more) => {
    const events = [chunk({ content: 'Hi' }), chunk({}, 'stop'), { ...chunk({}, 'stop'), ...more }];
    const { proxied } = await before(streaming(...events, '[DONE]'));
    const passed = await eventsOf(await proxied.ask({ stream: true }));
    const reports = passed
      .filter((data) => data.includes('"usage"'))
      .map((data) => JSON.parse(data));
    expect(reports).toMatchObject([{ choices: [], usage: { total_tokens: 5 } }]);
    expect(passed.slice(-2)).toEqual([JSON.stringify(reports[0]), '[DONE]']);
  });

  test('gives each call of a tool an index', async () => {
    const { proxied } = await before(
      streaming(
        chunk(call('one', '{"a":', 'x')),
        chunk(call('one', '1}', 'x')),
        chunk(call('two', '{}', 'y')),
        chunk({}, 'tool_calls'),
        '[DONE]',
      ),
    );
    const passed = await eventsOf(await proxied.ask({ stream: true }));
    const deltas = passed.slice(0, 3).map((data) => JSON.parse(data).choices[0].delta);
    expect(deltas.map(({ tool_calls: [{ index }] }) => index)).toEqual([0, 0, 1]);
  });

  test('shows life while it thinks: comments pass on', async () => {
    const { proxied } = await before({
      answer: async ({ res }) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.write(': keep-alive\n\n');
        await new Promise((resolve) => res.once('close', resolve));
      },
    });
    const answer = await proxied.ask({ stream: true });
    const { value } = await answer.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toMatch(/^:.*\n\n$/);
  });

  test('cut in the middle is cut, not completed', async () => {
    const { proxied } = await before(BEHAVIOURS.cutAt({ chunks: 3 }));
    await expect((await proxied.ask({ stream: true })).text()).rejects.toThrow('terminated');
  });
});

test('a whole answer passes as it came, white space in front of it included', async () => {
  const body = '\n\n {"choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"stop"}]}';
  const { proxied } = await before({
    answer: ({ res }) => void res.writeHead(200, { 'content-type': 'text/plain' }).end(body),
  });
  const passed = await (await proxied.ask({})).text();
  expect(passed).toBe(body);
  expect(readAll([JSON.parse(passed)]).texts).toEqual(['Hi']);
});

describe('a server that is away', () => {
  async function restarted(port: number): Promise<Seller> {
    const again = await startSeller('normal', { port });
    running.push(again);
    return again;
  }

  test('costs no failure: requests are throttled until it answers again, and nothing is offered', async () => {
    const port = await freePort();
    const upstream = await startSeller('normal', { port });
    const proxied = await Proxied.before(`http://127.0.0.1:${port}`);
    running.push(proxied);
    expect((await proxied.ask({})).status).toBe(200);
    await upstream.close();
    for (const _again of [1, 2]) {
      const answer = await proxied.ask({});
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect(proxied.proxy.isServing).toBe(false);
    expect(proxied.said).toEqual([expect.stringMatching(/ECONNREFUSED.*Is it running.*withdrawn/)]);
    await restarted(port);
    await until(() => proxied.proxy.isServing, { what: 'it to be offered again' });
    expect((await proxied.ask({})).status).toBe(200);
    expect(proxied.said.at(-1)).toBe('upstream: it answers again');
  });

  test('while it loads its model (503) is away too', async () => {
    const { proxied, upstream } = await before(
      BEHAVIOURS.status({ status: 503, message: 'Loading model' }),
    );
    expect((await proxied.ask({})).status).toBe(503);
    expect(proxied.said).toEqual([expect.stringContaining('503 Loading model')]);
    expect(proxied.proxy.isServing).toBe(false);
    upstream.setBehaviour('normal');
    await until(() => proxied.proxy.isServing, { what: 'it to be offered again' });
  });

  test('fails one request only: it stays offered, and the failure is passed on', async () => {
    const { proxied } = await before({
      answer: (visit) =>
        visit.request?.body['bad'] === true
          ? BEHAVIOURS.error500().answer(visit)
          : BEHAVIOURS.normal().answer(visit),
    });
    expect((await proxied.ask({ bad: true })).status).toBe(502);
    expect(proxied.proxy.isServing).toBe(true);
    expect(proxied.said).toEqual(['upstream: 500 something broke.']);
  });

  test('is busy: its own throttle is passed on with its wait', async () => {
    const { proxied } = await before(BEHAVIOURS.throttled({ retryAfter: '3' }));
    const answer = await proxied.ask({});
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3']);
    expect(proxied.said).toEqual([]);
  });
});

describe('what a person reads when it fails', () => {
  const models = { object: 'list', data: [{ id: 'qwen3:32b' }, { id: 'llama3' }] };
  const failing = (status: number, body: object | string): Behaviour => ({
    beforeBody: true,
    answer: ({ req, res }) => {
      const isList = req.url === '/v1/models';
      res.writeHead(isList ? 200 : status);
      res.end(
        isList ? JSON.stringify(models) : typeof body === 'string' ? body : JSON.stringify(body),
      );
    },
  });

  test.each<[string, number, object | string, object, RegExp]>([
    [
      'a missing key',
      401,
      { error: { message: 'You need an API key.' } },
      {},
      /401 You need an API key\. It wants a key: put it into the variable UPSTREAM_KEY/,
    ],
    [
      'a wrong key',
      401,
      { detail: 'Invalid token' },
      { key: 'k' },
      /401 Invalid token\. It does not accept the key in the variable UPSTREAM_KEY/,
    ],
    [
      'a wrong name',
      404,
      { object: 'error', message: 'The model `x` does not exist.' },
      {},
      /404 The model `x` does not exist.* --upstream-model; it has qwen3:32b, llama3/,
    ],
    ['a page', 502, '<html><h1>Bad Gateway</h1></html>', {}, /502 Bad Gateway/],
    ['nothing', 500, '', {}, /500 Internal Server Error/],
  ])('%s: its own words, and what to do', async (_what, status, body, given, expected) => {
    const { proxied } = await before(failing(status, body), given);
    await proxied.ask({});
    expect(proxied.said).toEqual([expect.stringMatching(expected)]);
  });
});
