/** `tokenbook seller check` judges by what the exchange sells, and finds what an endpoint can do. */
import { capabilitiesFromHere, checkFromHere } from '../../cli/seller-check/asking';
import { UNKNOWN } from '../../cli/upstreams/self-description';
import { declarationOf } from '../../cli/upstreams/declaration';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { signer } from './proxied';

const running: Seller[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

async function endpoint(behaviour: Behaviour, given: object = {}) {
  const seller = await startSeller(behaviour);
  running.push(seller);
  return { url: seller.url, model: 'm', signer, timeoutMs: 5_000, ...given };
}

async function rows(behaviour: Behaviour, given: object = {}) {
  const checks = await checkFromHere(await endpoint(behaviour, given), true);
  return Object.fromEntries(checks.map((row) => [row.check, row]));
}

const message = (members: object, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        ...members,
      },
      finish_reason: 'length',
    },
  ],
  usage: {
    prompt_tokens: 3,
    completion_tokens: 2,
    total_tokens: 5,
  },
  ...more,
});

/** Whole and streamed alike: one chunk with everything. */
const answering = (members: object, more: object = {}, isStreamable = true): Behaviour => ({
  answer: ({ res, request }) => {
    const whole = message(members, more);
    if (request?.body['stream'] !== true || !isStreamable)
      return void res.end(JSON.stringify(whole));
    const { finish_reason } = whole.choices[0]!;
    const chunk = { ...whole, choices: [{ index: 0, delta: members, finish_reason }] };
    if (!res.headersSent) res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.end(`: life\n\ndata: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  },
});

const SOLD = ['answers', 'streams', 'usage', 'usage in streams', 'end of stream'];

test.each<[string, Behaviour]>([
  ['whose tokens are all thinking', answering({ content: null, reasoning: 'Let me see' })],
  ['with thinking in reasoning_content', answering({ content: null, reasoning_content: 'Hm' })],
  ['with a list of parts', answering({ content: [{ type: 'text', text: 'Hi' }] })],
  [
    'with usage in x_groq',
    answering(
      { content: 'Hi' },
      {
        usage: undefined,
        x_groq: { usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
      },
    ),
  ],
  [
    'with digits as usage',
    answering({ content: 'Hi' }, { usage: { prompt_tokens: '3', completion_tokens: '2' } }),
  ],
  [
    'behind a comment, with status 201',
    {
      answer: (visit) => {
        const type = visit.request?.body['stream'] === true ? 'text/event-stream' : 'text/plain';
        visit.res.writeHead(201, { 'content-type': type });
        visit.res.write(': working\n\n');
        return answering({ content: 'Hi' }).answer(visit);
      },
    },
  ],
])('an answer %s is right', async (_what, behaviour) => {
  const found = await rows(behaviour);
  for (const name of SOLD) expect([name, found[name]?.status]).toEqual([name, 'ok']);
});

test.each<[string, Behaviour, string, RegExp]>([
  ['a stream without [DONE]', BEHAVIOURS.noDone(), 'end of stream', /without \[DONE\]/],
  ['no usage', BEHAVIOURS.noUsage(), 'usage', /no usage/],
  [
    'usage of 0',
    BEHAVIOURS.wrongUsage({ usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
    'usage in streams',
    /0 completion tokens/,
  ],
  [
    'a wrong content type',
    {
      answer: (visit) => {
        visit.res.setHeader('content-type', 'text/plain');
        const { res } = visit;
        const write = res.writeHead.bind(res);
        res.writeHead = ((status: number) => write(status)) as typeof res.writeHead;
        return BEHAVIOURS.normal().answer(visit);
      },
    },
    'streams',
    /content-type is text\/plain/,
  ],
  [
    'one JSON body where a stream was asked for',
    answering({ content: 'Hi' }, {}, false),
    'streams',
    /one JSON body/,
  ],
  ['an answer that says nothing', answering({ content: null }), 'answers', /says nothing/],
  [
    'another answer for the same key',
    {
      answer: ({ res }) =>
        void res.end(JSON.stringify(message({ content: String(Math.random()) }))),
    },
    'idempotency key',
    /differs/,
  ],
  ['a request that nobody signed', BEHAVIOURS.normal(), 'signature', /forged signature/],
])('%s is sold: a warning at most', async (_what, behaviour, name, expected) => {
  const found = await rows(behaviour);
  expect(found[name]).toMatchObject({ status: 'warn', found: expect.stringMatching(expected) });
  expect(found[name]?.remedy).toBeTruthy();
});

test.each<[string, Behaviour, string, RegExp]>([
  ['a stream that ends without a finish', BEHAVIOURS.unfinished(), 'end of stream', /cut off/],
  ['an error in a 200', BEHAVIOURS.errorFirst(), 'answers', /the model is overloaded/],
  ['an answer that is no completion', BEHAVIOURS.notACompletion(), 'answers', /no chat completion/],
  ['a chunk that is not JSON', BEHAVIOURS.malformedChunk(), 'streams', /not JSON/],
  [
    'a name that it does not know',
    BEHAVIOURS.strict({ model: 'other' }),
    'answers',
    /404: no such model/,
  ],
])('%s is not sold', async (_what, behaviour, name, expected) => {
  const found = await rows(behaviour);
  expect(found[name]).toMatchObject({ status: 'fail', found: expect.stringMatching(expected) });
});

const locked: Behaviour = {
  answer: (visit) =>
    visit.req.headers.authorization === 'Bearer the key'
      ? BEHAVIOURS.normal().answer(visit)
      : BEHAVIOURS.status({ status: 401, message: 'Invalid API key' }).answer(visit),
};

test('a server that wants a key says so in its own words, and is asked with the key that is named', async () => {
  const without = await rows(locked);
  expect(without['answers']).toMatchObject({
    status: 'fail',
    found: 'status 401: Invalid API key',
  });
  expect(without['answers']?.remedy).toMatch(/upstream_authorization.*--key-from/);
  expect((await rows(locked, { key: 'the key' }))['answers']?.status).toBe('ok');
});

describe('what it can do', () => {
  /** Does what is asked, unless the name of a member is among what it lacks. */
  const able = (...lacks: string[]): Behaviour => ({
    answer: ({ res, request }) => {
      const body = request!.body as Record<string, any>;
      const hasPicture = Array.isArray(body['messages'][0].content);
      const needs = [
        ...Object.keys(body),
        ...(hasPicture ? ['image'] : []),
        body['response_format']?.type,
      ];
      if (lacks.some((lack) => needs.includes(lack))) {
        res.writeHead(400);
        return void res.end(JSON.stringify({ detail: `${lacks.join()} is not supported` }));
      }
      const call = {
        id: 'x',
        type: 'function',
        function: { name: 'weather', arguments: '{"city":"Paris"}' },
      };
      const said = body['tools']
        ? { content: null, tool_calls: [call] }
        : { content: '{"answer":"yes"}' };
      const choices = Array.from({ length: body['n'] ?? 1 }, (_, index) => ({
        index,
        message: {
          role: 'assistant',
          ...said,
        },
        finish_reason: 'stop',
        ...(body['logprobs'] ? { logprobs: { content: [] } } : {}),
      }));
      res.end(JSON.stringify(message({}, { choices })));
    },
  });

  const declared = async (behaviour: Behaviour) => {
    const capabilities = await capabilitiesFromHere(await endpoint(behaviour));
    return { capabilities, declaration: declarationOf('m', UNKNOWN, capabilities) };
  };

  test('is found by asking with enough tokens for a model that thinks, and would be declared', async () => {
    const { capabilities, declaration } = await declared(able());
    expect(capabilities.map(({ status }) => status)).toEqual([...Array(6).fill('yes'), 'ok']);
    expect(declaration).toEqual({
      model: 'm',
      input_modalities: ['text', 'image'],
      features: ['tools', 'json_schema', 'n', 'json_mode', 'logprobs'],
    });
    for (const { body } of running[0]!.probes)
      expect(body['max_tokens']).toBeGreaterThanOrEqual(1_024);
  });

  test.each([
    ['tools', 'tools', ['json_schema', 'n', 'json_mode', 'logprobs']],
    ['JSON schema', 'json_schema', ['tools', 'n', 'json_mode', 'logprobs']],
    ['several answers', 'n', ['tools', 'json_schema', 'json_mode', 'logprobs']],
  ])('a refusal of %s is no fault, and is not declared', async (check, lack, features) => {
    const { capabilities, declaration } = await declared(able(lack));
    expect(capabilities.find((one) => one.check === check)).toMatchObject({
      status: 'no',
      found: `status 400: ${lack} is not supported`,
    });
    expect(declaration.features).toEqual(features);
  });

  test('text instead of a call, and a picture that is refused, are not declared', async () => {
    const { declaration } = await declared(able('image'));
    expect(declaration.input_modalities).toEqual(['text']);
    const plain = await declared(BEHAVIOURS.normal());
    expect(plain.declaration.features).toEqual([]);
  });
});
