/** What the connection of a buyer carries when a stream ends: whole, cut off, or given up (CHAT-6). */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { request } from 'undici';
import { respond } from '../../api/buyer/chat/respond';
import { AnswerSubscription } from '../../channel/answer-listener';
import type { AnswerMessage } from '../../channel/messages';
import { Sealer } from '../../domain/sealing';
import { aboveLimit } from '../../exchange/books/above-limit';

const sealer = new Sealer([randomBytes(32)]);
const ORDER_ID = randomUUID();
const fillId = randomUUID();
const piece = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
const DONE = 'data: [DONE]\n\n';

let server: Server;
let subscription: AnswerSubscription;
/** How the route ended the connection, as far as it says so. */
let ends: string[];
beforeEach(async () => {
  ends = [];
  const nothingMissed = () => Promise.resolve([]);
  subscription = new AnswerSubscription(nothingMissed, () => undefined, false);
  const app = express();
  app.use(async (_req, res) => {
    const conversation = { orderId: ORDER_ID, streamed: true, subscription };
    ends.push(await respond(res, sealer, conversation));
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A stream of which the buyer has the first piece. */
async function begun(): Promise<() => Promise<string>> {
  const { port } = server.address() as AddressInfo;
  const asked = request(`http://127.0.0.1:${port}/`);
  subscription.push({ index: 1, message: { kind: 'chunk', fillId, data: [piece('first')] } });
  const { statusCode, headers, body } = await asked;
  expect([statusCode, headers['x-fill-id']]).toEqual([200, fillId]);
  const pieces: string[] = [];
  const rest = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  pieces.push(String((await rest.next()).value));
  return async () => {
    for (let next = await rest.next(); !next.done; next = await rest.next())
      pieces.push(String(next.value));
    return pieces.join('');
  };
}

const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)) as Record<string, unknown>);

const settled = (complete: boolean): AnswerMessage => {
  const last = complete ? { fill: { fill_id: fillId } } : { error: { code: 'seller_unreachable' } };
  return { kind: 'settled', fillId, lastChunks: [JSON.stringify(last)], complete };
};

test('a whole answer ends with its fill and [DONE]', async () => {
  const rest = await begun();
  subscription.push({ index: 2, message: settled(true) });
  const text = await rest();
  expect(text.endsWith(DONE)).toBe(true);
  expect(eventsOf(text).at(-1)).toEqual({ fill: { fill_id: fillId } });
  expect(ends).toEqual(['ended']);
});

test('an answer that its seller cut off ends with the error, and never looks whole', async () => {
  const rest = await begun();
  subscription.push({ index: 2, message: settled(false) });
  const text = await rest();
  expect(eventsOf(text).at(-1)).toEqual({ error: { code: 'seller_unreachable' } });
  expect(text).not.toContain('[DONE]');
});

test('a stream that is given up says why, and never looks whole', async () => {
  const rest = await begun();
  subscription.refuse({ code: 'service_unavailable', message: 'The order was ended.' });
  const text = await rest();
  expect(eventsOf(text).at(-1)).toEqual({
    error: {
      code: 'service_unavailable',
      type: 'api_error',
      message: 'The order was ended.',
      documentation_url: '/docs/errors/service_unavailable',
    },
    choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
  });
  expect(text).not.toContain('[DONE]');
  expect(ends).toEqual(['brokenOff']);
});

describe('a stream without a chunk for 10 s', () => {
  const SILENCE_MS = 10_000;
  const intervals = {
    doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'performance', 'queueMicrotask', 'Date'],
  };
  beforeEach(() => void jest.useFakeTimers(intervals as never));
  afterEach(() => void jest.useRealTimers());

  /** The stream of a seller that thinks, with the headers and the first comment. */
  async function waited(): Promise<{ headers: object; read: () => Promise<string> }> {
    const { port } = server.address() as AddressInfo;
    const asked = request(`http://127.0.0.1:${port}/`);
    await once(server, 'request');
    jest.advanceTimersByTime(SILENCE_MS - 1);
    const isSent = await Promise.race([asked.then(() => true), delay(50).then(() => false)]);
    expect(isSent).toBe(false);
    jest.advanceTimersByTime(1);
    const { statusCode, headers, body } = await asked;
    expect(statusCode).toBe(200);
    return { headers, read: () => body.text() };
  }

  test('sends its headers and comments, and then its answer', async () => {
    const { headers, read } = await waited();
    expect(headers).toMatchObject({ 'content-type': expect.stringContaining('event-stream') });
    jest.advanceTimersByTime(SILENCE_MS);
    subscription.push({ index: 1, message: { kind: 'chunk', fillId, data: [piece('first')] } });
    subscription.push({ index: 2, message: settled(true) });
    const text = await read();
    expect(text.split(': waiting\n\n')).toHaveLength(3);
    expect(eventsOf(text)).toHaveLength(2);
    expect(text.endsWith(DONE)).toBe(true);
  });

  test('ends with an error chunk that has the prices of a refused limit as fields', async () => {
    const { read } = await waited();
    const refusal = aboveLimit('request', 300_000n, 262_500n);
    subscription.push({ index: 1, message: { kind: 'refused', refusal } });
    expect(eventsOf(await read()).at(-1)).toMatchObject({
      error: {
        code: 'no_fill_at_limit',
        message: expect.stringContaining('best ask is 3 USD per million tokens'),
        numbers: { best_ask: '0.003', max_price: '0.002625' },
      },
    });
  });

  test('ends with an error chunk when it is refused, with the words of a seller that refused', async () => {
    const { read } = await waited();
    const error = { message: 'No such tool.', code: 'no_tool' };
    const sealed = sealer.sealJson({ error, code: 'no_tool' }, ORDER_ID).toString('base64');
    const refusal = {
      code: 'invalid_request' as const,
      message: 'refused',
      passed: { status: 400, body: { sealed } },
    };
    subscription.push({ index: 1, message: { kind: 'refused', refusal } });
    const text = await read();
    expect(eventsOf(text).at(-1)).toEqual({
      error,
      choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
    });
    expect(text).not.toContain(DONE);
  });
});
