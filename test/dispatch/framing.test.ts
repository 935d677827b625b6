/** Streams byte for byte: whatever way they are cut into packets and lines, the same chunks come out. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { retryAfterMs } from '../../exchange/dispatch/refusal';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { startSeller, type Seller } from '../support/sellers/seller';
import { attempt, closeClients, testClient } from './attempt';

const client = testClient();
let seller: Seller;

beforeAll(async () => {
  seller = await startSeller();
});
afterAll(async () => {
  await closeClients();
  await seller.close();
});

/** Writes these packets, each on its own, and ends the stream. */
function packets(...parts: (string | Buffer)[]): Behaviour {
  return {
    async answer({ res }) {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) {
        res.write(part);
        // Short: a first chunk, byte by byte, has to be whole before the first byte's time is over.
        await delay(1);
      }
      res.end();
    },
  };
}

const text = '{"choices":[{"index":0,"delta":{"content":"Grüße, 世界 🙂"}}]}';
const finish = '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}';
const whole = Buffer.from(`data: ${text}\n\ndata: ${finish}\n\ndata: [DONE]\n\n`);
const everyByte = Array.from(whole, (byte) => Buffer.of(byte));

async function relayed(behaviour: Behaviour) {
  seller.setBehaviour(behaviour);
  return attempt(client, seller.url, { streamed: true });
}

test.each<[string, Behaviour]>([
  ['one packet', packets(whole)],
  ['one byte each', packets(...everyByte)],
  ['line ends of CRLF', packets(whole.toString().replaceAll('\n', '\r\n'))],
  ['line ends of CR', packets(whole.toString().replaceAll('\n', '\r'))],
  ['a byte order mark', packets('\ufeff', whole)],
  ['no space behind the colon', packets(whole.toString().replaceAll('data: ', 'data:'))],
  [
    'comments, ids and names of events',
    packets(': hi\n\nid: 1\nevent: message\nretry: 5\n', whole),
  ],
  ['no empty line at the end', packets(`data: ${text}\n\ndata: ${finish}\n`)],
  ['no line end at the end', packets(`data: ${text}\n\ndata: ${finish}`)],
  ['one line end between events', packets(whole.toString().replaceAll('\n\n', '\n'))],
  ['a space behind [DONE]', packets(whole.toString().replace('[DONE]', '[DONE] '))],
  ['nothing behind [DONE] is read', packets(whole, 'data: {"error":"late"}\n\n')],
  [
    'an error behind the end',
    packets(`data: ${text}\n\ndata: ${finish}\n\n`, 'data: {"error":"late"}\n\n'),
  ],
  [
    'a malformed chunk behind the end',
    packets(`data: ${text}\n\ndata: ${finish}\n\n`, 'data: {\n\n'),
  ],
])('%s', async (_name, behaviour) => {
  const { outcome, chunks } = await relayed(behaviour);
  expect(outcome).toMatchObject({ kind: 'answered', finishReason: 'stop', chunks: 2 });
  expect(chunks).toEqual([text, finish]);
});

test('a chunk over several lines is relayed as one', async () => {
  const { chunks } = await relayed(
    packets(
      'data: {"choices":\ndata: [{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n',
    ),
  );
  expect(chunks).toEqual([
    '{"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}',
  ]);
});

test('numbers of a chunk are relayed as they were written', async () => {
  const exact =
    '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"n":12345678901234567890.10}';
  expect((await relayed(packets(`data: ${exact}\n\n`))).chunks).toEqual([exact]);
});

test("a fill of the seller's own does not reach the buyer", async () => {
  seller.setBehaviour('forgedFill');
  const { chunks, outcome } = await attempt(client, seller.url, { streamed: true });
  expect(chunks.join()).not.toContain('forged');
  expect(JSON.stringify(outcome)).not.toContain('forged');
});

test('an answer that is not UTF-8 is malformed', async () => {
  seller.setBehaviour({
    answer({ res }) {
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(Buffer.from('{"choices":[{"message":{"content":"\xff"}}]}', 'latin1'));
    },
  });
  const { outcome } = await attempt(client, seller.url);
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'malformed' });
});

test('after an unknown outcome the same key gets its answer', async () => {
  seller.setBehaviour('resetOnce');
  const fillId = randomUUID();
  const first = await attempt(client, seller.url, { fillId });
  expect(first.outcome).toMatchObject({ kind: 'failed', unknown: true });
  const second = await attempt(client, seller.url, { fillId });
  expect(second.outcome).toMatchObject({ kind: 'answered', body: { id: `chatcmpl-${fillId}` } });
  expect(seller.keys.get(fillId)).toBe(2);
});

test('after a throttle the same seller answers', async () => {
  seller.setBehaviour(BEHAVIOURS.throttledOnce({ retryAfter: '0' }));
  const fillId = randomUUID();
  const throttled = await attempt(client, seller.url, { fillId });
  expect(throttled.outcome).toEqual({ kind: 'throttled', status: 429, retryAfterMs: 0 });
  expect((await attempt(client, seller.url, { fillId })).outcome.kind).toBe('answered');
});

test.each([
  [503, '30', { kind: 'throttled', retryAfterMs: 30_000 }],
  [503, '31', { kind: 'failed', reason: 'status', status: 503 }],
  [503, undefined, { kind: 'failed', reason: 'status', status: 503 }],
  [500, '1', { kind: 'failed', reason: 'status', status: 500 }],
])('a %d with Retry-After %p: %j', async (status, header, expected) => {
  seller.setBehaviour({
    answer({ res }) {
      res.writeHead(status, header === undefined ? {} : { 'retry-after': header }).end('{}');
    },
  });
  const { outcome } = await attempt(client, seller.url);
  expect(outcome).toMatchObject(expected);
});

test.each([
  ['2', 2_000],
  ['0', 0],
  [' 10 ', 10_000],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['soon', null],
  ['-1', null],
  ['1.5', null],
  ['99999999999999999999', null],
  [undefined, null],
])('Retry-After %s', (header, expected) => {
  expect(retryAfterMs(header, Date.parse('2026-10-21T07:28:00Z'))).toBe(expected);
});
