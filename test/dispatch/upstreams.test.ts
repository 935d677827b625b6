/** Each form in which inference servers answer: streamed and not, cut and whole, with and without usage. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textsOf } from '../../domain/answers/texts';
import { parseJsonObject } from '../../domain/json-object';
import { countInTurns } from '../../domain/token-meter';
import type { DispatchOutcome } from '../../exchange/dispatch/outcome';
import type { SellerClientSettings } from '../../exchange/dispatch/seller-client';
import { type AttemptOptions, attempt, closeClients, testClient } from './attempt';
import { UPSTREAMS, type Upstream } from './upstreams';

let server: Server;
let answer: (req: IncomingMessage, res: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((req, res) => req.resume().once('end', () => answer(req, res)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await closeClients();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const line = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const USAGE = { prompt_tokens: 10, completion_tokens: 40, total_tokens: 50 };

function linesOf({ deltas, noise = '' }: Upstream): string[] {
  return deltas.map((delta) => noise + line({ choices: [{ index: 0, delta }] }) + noise);
}

async function streamed(
  parts: readonly string[],
  { isCut = false, type = 'text/event-stream' } = {},
) {
  answer = (_req, res) => {
    res.writeHead(200, { 'content-type': type });
    res.write(parts.join(''), () => (isCut ? res.destroy() : res.end()));
  };
  return attempt(testClient(), url(), { streamed: true });
}

/** The same event again and again, each 100 ms, and the end. */
async function slowly(
  event: string,
  count: number,
  { client = {}, ...options }: AttemptOptions & { client?: Partial<SellerClientSettings> },
) {
  answer = (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    let left = count;
    const timer = setInterval(() => {
      left -= 1;
      if (left >= 0) return res.write(event);
      clearInterval(timer);
      return res.end(line({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    }, 100);
    res.once('close', () => clearInterval(timer));
  };
  return attempt(testClient(client), url(), { streamed: true, ...options });
}

const wordsOf = (chunks: readonly string[]) =>
  textsOf(chunks.map((data) => parseJsonObject(data)!)).join('');

/** Of a row whose form exists whole. */
async function whole(body: object): Promise<DispatchOutcome> {
  answer = (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  return (await attempt(testClient(), url())).outcome;
}

describe.each(UPSTREAMS)('$name', (upstream) => {
  const counted = () =>
    countInTurns(textsOf([{ choices: upstream.deltas.map((delta) => ({ index: 0, delta })) }]));
  const end = line({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

  test('a stream gives all its words, and counts each once', async () => {
    const { outcome, chunks } = await streamed([...linesOf(upstream), end]);
    expect(outcome).toMatchObject({ kind: 'answered', usage: null });
    expect(wordsOf(chunks)).toBe(upstream.words);
    expect(outcome).toMatchObject({ completionTokens: await counted() });
  });

  test('a stream with usage is charged by it, and gives it once, at the end', async () => {
    const { outcome, chunks } = await streamed([
      ...linesOf(upstream),
      end,
      line({ choices: [], usage: USAGE }),
      'data: [DONE]\n\n',
    ]);
    expect(outcome).toMatchObject({ kind: 'answered', usage: { totalTokens: 50 } });
    expect(outcome).toMatchObject({ closing: { usage: USAGE } });
    expect(chunks.join('')).not.toContain('usage');
  });

  test('a stream that is cut gives what had arrived', async () => {
    const { outcome, chunks } = await streamed(linesOf(upstream), { isCut: true });
    expect(outcome).toMatchObject({ kind: 'cut', by: 'seller', reason: 'connection_lost' });
    expect(wordsOf(chunks)).toBe(upstream.words);
  });

  const { message } = upstream;
  if (!message) return;
  test('a whole answer gives all its words, and counts each once', async () => {
    const body = { choices: [{ index: 0, message, finish_reason: 'stop' }] };
    const outcome = await whole(body);
    expect(outcome).toMatchObject({ kind: 'answered', usage: null, body });
    expect(outcome).toMatchObject({
      completionTokens: await countInTurns(textsOf([body])),
    });
    expect(textsOf([body]).join('')).toBe(upstream.words);
    expect(await whole({ ...body, usage: USAGE })).toMatchObject({ usage: { totalTokens: 50 } });
  });
});

const text = (content: string, more: object = {}, also: object = {}) =>
  line({ choices: [{ index: 0, delta: { content }, ...more }], ...also });

const END = { finish_reason: 'stop' };

describe('the end of a stream', () => {
  test.each([
    ['an empty finish_reason in each chunk (Ollama, SGLang)', ''],
    ['the text "null" in each chunk', 'null'],
    ['"stop" in each chunk (new-api)', 'stop'],
  ])('%s truncates nothing', async (_what, finish_reason) => {
    const parts = ['The', ' sky', ' is'].map((word) => text(word, { finish_reason }));
    const { outcome, chunks } = await streamed([
      ...parts,
      text(' blue.', { finish_reason: 'stop' }),
    ]);
    expect(outcome).toMatchObject({ kind: 'answered', finishReason: 'stop' });
    expect(wordsOf(chunks)).toBe('The sky is blue.');
  });

  test('a connection that is lost behind text with "stop" is a cut', async () => {
    const parts = ['The', ' sky'].map((word) => text(word, { finish_reason: 'stop' }));
    const { outcome } = await streamed(parts, { isCut: true });
    expect(outcome).toMatchObject({ kind: 'cut', reason: 'connection_lost' });
  });

  test('silence behind text with "stop" is no end, and behind an end alone it is', async () => {
    const quiet = (parts: readonly string[]) => {
      answer = (_req, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' }).write(parts.join(''));
      };
      return attempt(testClient(), url(), { streamed: true });
    };
    const going = await quiet([text('The', { finish_reason: 'stop' })]);
    expect(going.outcome).toMatchObject({ kind: 'cut', reason: 'silence' });
    const ended = await quiet([text('The'), text('', { finish_reason: 'stop' })]);
    expect(ended.outcome).toMatchObject({ kind: 'answered', finishReason: 'stop' });
  });

  test('tokens that arrive have all the time that they need', async () => {
    const thought = line({ choices: [{ index: 0, delta: { reasoning: 'Hm. ' } }] });
    const { outcome, tookMs } = await slowly(thought, 12, { client: { ANSWER_TIMEOUT_MS: 500 } });
    expect(outcome).toMatchObject({ kind: 'answered', chunks: 13 });
    expect(tookMs).toBeGreaterThan(1_000);
  });

  test('[DONE] completes a stream of sound without a finish_reason, and none of text', async () => {
    const sound = line({ choices: [{ index: 0, delta: { audio: { data: 'UklGRg==' } } }] });
    const done = 'data: [DONE]\n\n';
    expect((await streamed([sound, done])).outcome).toMatchObject({ kind: 'answered' });
    expect((await streamed([sound])).outcome).toMatchObject({ kind: 'cut', reason: 'unfinished' });
    expect((await streamed([text('a'), done])).outcome).toMatchObject({ kind: 'cut' });
  });
});

describe('usage', () => {
  const ends = text('', END);
  const partial = { prompt_tokens: 10, completion_tokens: 0, total_tokens: 10 };
  const ofResponses = { input_tokens: 10, output_tokens: 40 };
  const inDigits = { prompt_tokens: '10', completion_tokens: '40', total_tokens: '50' };
  test.each([
    ['on the chunk with the end', [text('a'), text('', END, { usage: USAGE })]],
    ['in a choice (Kimi)', [text('a'), text('', { ...END, usage: USAGE })]],
    ['in x_groq', [text('a'), text('', END, { x_groq: { usage: USAGE } })]],
    ['on the chunk with all the text', [text('a', END, { usage: USAGE })]],
    [
      'cumulative in each chunk',
      [text('a', {}, { usage: partial }), ends, line({ choices: [], usage: USAGE })],
    ],
    [
      'early with nothing, and late right',
      [line({ choices: [], usage: partial }), text('a'), ends, line({ choices: [], usage: USAGE })],
    ],
    [
      'behind the choices, which are null',
      [text('a'), ends, line({ choices: null, usage: USAGE })],
    ],
    ['without choices', [text('a'), ends, line({ usage: USAGE })]],
    ['in digits', [text('a'), ends, line({ choices: [], usage: inDigits })]],
    ['beside an empty choice', [text('a'), ends, line({ choices: [{}], usage: USAGE })]],
    [
      'beside an empty choice 0, behind choice 1 alone',
      [
        line({ choices: [{ index: 1, delta: { content: 'a' }, ...END }] }),
        line({ choices: [{ index: 0, delta: {}, finish_reason: null }], usage: USAGE }),
      ],
    ],
    ['in the names of Responses', [text('a'), ends, line({ choices: [], usage: ofResponses })]],
    [
      'twice (vLLM)',
      [text('a'), ends, line({ choices: [], usage: partial }), line({ choices: [], usage: USAGE })],
    ],
  ])('%s is read, and not relayed before the end', async (_where, parts) => {
    const { outcome, chunks } = await streamed(parts);
    expect(outcome).toMatchObject({ kind: 'answered', usage: { totalTokens: 50 } });
    expect(chunks.join('')).not.toContain('completion_tokens');
  });

  const choice = { index: 0, message: { content: 'a' }, ...END };
  test.each([
    ['beside the choices', { choices: [choice], usage: USAGE }],
    ['in a choice (Kimi)', { choices: [{ ...choice, usage: USAGE }] }],
    ['in x_groq', { choices: [choice], x_groq: { usage: USAGE } }],
    ['in digits', { choices: [choice], usage: inDigits }],
    ['in the names of Responses', { choices: [choice], usage: ofResponses }],
  ])('of a whole answer %s is read', async (_where, body) => {
    expect(await whole(body)).toMatchObject({ kind: 'answered', usage: { totalTokens: 50 } });
  });

  test('a total beyond its parts is thinking (Gemini)', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 500 };
    const { outcome } = await streamed([text('a'), ends, line({ choices: [], usage })]);
    expect(outcome).toMatchObject({ usage: { totalTokens: 500, reasoningTokens: 485 } });
  });
});

describe('the first byte', () => {
  test('is no role: several role chunks come with the first text, one for each choice', async () => {
    const role = (index: number) =>
      line({ choices: [{ index, delta: { role: 'assistant', content: '' } }] });
    const words = (index: number, finish_reason: string | null) =>
      line({ choices: [{ index, delta: { content: 'a' }, finish_reason }] });
    const { outcome, chunks } = await streamed([
      role(0),
      role(1),
      role(0),
      words(0, 'stop'),
      words(1, 'stop'),
    ]);
    expect(outcome).toMatchObject({ kind: 'answered', chunks: 4 });
    expect(chunks.filter((data) => data.includes('"role"'))).toHaveLength(2);
  });

  test('is no finding of a filter: the role behind it reaches the reader (Azure)', async () => {
    const finding = line({ choices: [], prompt_filter_results: [{ prompt_index: 0 }] });
    const role = line({ choices: [{ index: 0, delta: { role: 'assistant' } }] });
    const { chunks } = await streamed([finding, role, text('a', END)]);
    const roles = chunks.filter((data) => data.includes('"role"'));
    expect(roles).toHaveLength(1);
    expect(chunks.indexOf(roles[0]!)).toBeLessThan(chunks.findIndex((data) => /"a"/.test(data)));
  });

  test('is bought no time for by roles: a seller that sends them alone has failed', async () => {
    const { outcome } = await slowly(line({ choices: [{ index: 0, delta: { role: 'a' } }] }), 100, {
      firstTokenMs: 400,
    });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'first_token_timeout' });
  });

  test('does not come from a stream of roles alone', async () => {
    const role = line({ choices: [{ index: 0, delta: { role: 'assistant' } }] });
    const { outcome, chunks } = await streamed([role, role], { isCut: true });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'connection_lost' });
    expect(chunks).toEqual([]);
  });
});

describe('calls without an index', () => {
  const indexesOf = (chunks: readonly string[]) =>
    chunks.flatMap((data) => {
      const [choice] = (JSON.parse(data) as { choices: { delta: { tool_calls?: [] } }[] }).choices;
      return (choice?.delta.tool_calls ?? []).map(({ index }: { index: number }) => index);
    });
  const calls = (...tool_calls: object[]) =>
    line({ choices: [{ index: 0, delta: { tool_calls } }] });
  const end = text('', { finish_reason: 'tool_calls' });

  test('get that of their id, and a new id gets a new one', async () => {
    const { chunks } = await streamed([
      calls({ id: 'a', function: { name: 'f', arguments: '{' } }),
      calls({ id: 'b', function: { name: 'g', arguments: '{' } }),
      calls({ id: 'a', function: { arguments: '}' } }),
      calls({ function: { arguments: '}' } }, { id: 'c', function: { name: 'h' } }),
      end,
    ]);
    expect(indexesOf(chunks)).toEqual([0, 1, 0, 0, 2]);
  });

  test('get a number where a server gives null or digits', async () => {
    const named = (index: unknown, id: string) => ({ index, id, function: { name: 'f' } });
    const { chunks } = await streamed([calls(named(null, 'a'), named('1', 'b')), end]);
    expect(indexesOf(chunks)).toEqual([0, 1]);
  });

  test('keep the index that a server gives', async () => {
    const given = calls({ index: 3, id: 'a', function: { name: 'f', arguments: '{}' } });
    const { chunks } = await streamed([given, end]);
    expect(chunks[0]).toBe(given.slice('data: '.length).trim());
  });
});

describe('what an answer is', () => {
  const completion = { choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] };
  test.each(['text/plain', 'text/event-stream', 'application/octet-stream'])(
    'is decided by its body: JSON as %s',
    async (type) => {
      answer = (_req, res) => {
        res.writeHead(200, { 'content-type': type }).end(JSON.stringify(completion));
      };
      for (const isStreamed of [false, true]) {
        const { outcome } = await attempt(testClient(), url(), { streamed: isStreamed });
        expect(outcome).toMatchObject({ kind: 'answered' });
      }
    },
  );

  test.each(['application/json', 'text/plain', ''])(
    'is decided by its body: a stream as %p',
    async (type) => {
      const parts = [': hello\n\n', text('a', { finish_reason: 'stop' })];
      expect((await streamed(parts, { type })).outcome).toMatchObject({ kind: 'answered' });
    },
  );

  test('is decided by its body, not by a comment before it or by a 201', async () => {
    answer = (_req, res) => {
      res.writeHead(201, { 'content-type': 'application/json' });
      res.write(': keep-');
      res.write(`alive\n\n${JSON.stringify(completion)}`, () => res.end());
    };
    for (const isStreamed of [false, true]) {
      const { outcome } = await attempt(testClient(), url(), { streamed: isStreamed });
      expect(outcome).toMatchObject({ kind: 'answered', completionTokens: 1 });
    }
  });

  test('a message in a stream reaches the reader as a delta', async () => {
    const said = { index: 0, message: { role: 'assistant', content: 'a' } };
    const { chunks } = await streamed([line({ choices: [said] }), text('', END)]);
    expect(JSON.parse(chunks[0]!)).toEqual({ choices: [{ index: 0, delta: said.message }] });
  });

  test('white space before JSON keeps a slow answer alive', async () => {
    answer = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      let left = 8;
      const timer = setInterval(() => {
        left -= 1;
        if (left > 0) return res.write('\n');
        clearInterval(timer);
        return res.end(JSON.stringify(completion));
      }, 200);
    };
    // Without a byte it has 500 ms.
    const { outcome, tookMs } = await attempt(testClient(), url(), { estimatedTokens: 1 });
    expect(outcome).toMatchObject({ kind: 'answered' });
    expect(tookMs).toBeGreaterThan(1_000);
  });
});

describe('media', () => {
  const picture = (characters: number) => ({
    images: [{ image_url: { url: `data:image/png;base64,${'A'.repeat(characters)}` } }],
  });
  const delta = (value: object) => line({ choices: [{ index: 0, delta: value }] });
  const end = text('', { finish_reason: 'stop' });
  const client = () => testClient({ ANSWER_MEDIA_BYTES: 600_000 });
  const head = 'data:image/png;base64,'.length;

  test.each([
    ['streamed', true],
    ['whole', false],
  ])('has a bound of its own, %s: at it and above it', async (_how, isStreamed) => {
    const give = (characters: number) => {
      answer = (_req, res) => {
        if (isStreamed) res.end(delta(picture(characters - head)) + end);
        else res.end(JSON.stringify({ choices: [{ message: picture(characters - head) }] }));
      };
      return attempt(client(), url(), { streamed: isStreamed, reservedTokens: 100 });
    };
    expect((await give(600_000)).outcome).toMatchObject({ kind: 'answered', completionTokens: 0 });
    expect((await give(600_001)).outcome).toMatchObject({ reason: 'answer_too_large' });
  });
});
