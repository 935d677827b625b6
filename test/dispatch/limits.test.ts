/** Time, memory and connections are bounded, and a gone buyer stops the seller (DISPATCH-12). */
import { setTimeout as delay } from 'node:timers/promises';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { startSeller, type Seller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { attempt, closeClients, testClient, textOf } from './attempt';

let seller: Seller;

beforeEach(async () => {
  seller = await startSeller();
});
afterEach(async () => {
  await closeClients();
  await seller.close();
});

describe('time', () => {
  test('an unstreamed answer may take longer by what it may generate', async () => {
    const client = testClient({ FIRST_BYTE_TIMEOUT_MS: 200, FIRST_BYTE_PER_TOKEN_MS: 10 });
    seller.setBehaviour(BEHAVIOURS.slowFirstByte({ delayMs: 500 }));
    const long = await attempt(client, seller.url, { estimatedTokens: 200 });
    expect(long.outcome).toMatchObject({ kind: 'answered' });
    const short = await attempt(client, seller.url, { estimatedTokens: 1 });
    expect(short.outcome).toMatchObject({ kind: 'failed', reason: 'first_byte_timeout' });
    const streamed = await attempt(client, seller.url, { estimatedTokens: 200, streamed: true });
    expect(streamed.outcome).toMatchObject({ kind: 'failed', reason: 'first_byte_timeout' });
  });

  test("the bid's deadline ends an attempt before its own time-out, and is told apart", async () => {
    seller.setBehaviour('silent');
    const { outcome } = await attempt(testClient(), seller.url, {
      deadlineAtMs: Date.now() + 100,
    });
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'deadline',
      timeout: true,
      sent: true,
    });
  });

  test('after the deadline nobody is asked', async () => {
    const { outcome } = await attempt(testClient(), seller.url, { deadlineAtMs: Date.now() - 1 });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'deadline', sent: false });
    expect(seller.requests).toEqual([]);
  });

  test('a deadline far away does not overflow the timer', async () => {
    const client = testClient({ ANSWER_TIMEOUT_MS: 2 ** 40, FIRST_BYTE_PER_TOKEN_MS: 1_000 });
    const far = { deadlineAtMs: Number.MAX_SAFE_INTEGER, estimatedTokens: 1e12 };
    expect((await attempt(client, seller.url, far)).outcome.kind).toBe('answered');
  });

  test('silence is counted between bytes, not over the whole stream', async () => {
    seller.setBehaviour(BEHAVIOURS.unhurried({ gapMs: 100, chunks: 8 }));
    const { outcome } = await attempt(testClient(), seller.url, { streamed: true });
    expect(outcome).toMatchObject({ kind: 'answered', chunks: 10 });
  });

  test('a seller that only comments is cut when the whole answer takes too long', async () => {
    seller.setBehaviour('commentsOnly');
    const client = testClient({ ANSWER_TIMEOUT_MS: 600 });
    const { outcome } = await attempt(client, seller.url, { streamed: true });
    expect(outcome).toMatchObject({ kind: 'cut', by: 'seller', reason: 'answer_timeout' });
  });

  test("a slow reader is not the seller's silence", async () => {
    const client = testClient({ STREAM_SILENCE_MS: 50 });
    const onChunk = () => delay(120);
    const { outcome } = await attempt(client, seller.url, { streamed: true, onChunk });
    expect(outcome).toMatchObject({ kind: 'answered', chunks: 10 });
  });

  test("a slow first reader is not the seller's late first byte", async () => {
    const client = testClient({ FIRST_BYTE_TIMEOUT_MS: 100 });
    const onChunk = () => delay(300);
    const { outcome } = await attempt(client, seller.url, { streamed: true, onChunk });
    expect(outcome).toMatchObject({ kind: 'answered' });
  });
});

describe('the buyer', () => {
  test('gone from a stream: the seller is stopped, what was delivered is counted', async () => {
    seller.setBehaviour(
      BEHAVIOURS.unhurried({ gapMs: 30, chunks: 40, content: 'word '.repeat(40) }),
    );
    const gone = new AbortController();
    const chunks: string[] = [];
    const { outcome } = await attempt(testClient(), seller.url, {
      streamed: true,
      signal: gone.signal,
      onChunk: async (data) => {
        if (chunks.push(data) === 6) gone.abort();
      },
    });
    expect(outcome).toMatchObject({ kind: 'cut', by: 'buyer', reason: 'aborted', chunks: 6 });
    expect(outcome).toMatchObject({ deliveredCompletionTokens: 6 });
    expect(textOf(chunks)).toBe('word '.repeat(5));
    await until(() => seller.requests[0]?.abandoned, { what: 'the seller to notice' });
  });

  test('gone before the first byte: nothing was delivered', async () => {
    seller.setBehaviour('silent');
    const signal = AbortSignal.timeout(100);
    const { outcome } = await attempt(testClient(), seller.url, { streamed: true, signal });
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'aborted',
      unknown: false,
      timeout: false,
    });
    await until(() => seller.requests[0]?.abandoned, { what: 'the seller to notice' });
  });

  test('gone before the start: nobody is asked', async () => {
    const { outcome } = await attempt(testClient(), seller.url, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'aborted', sent: false });
    expect(seller.requests).toEqual([]);
  });

  test("gone while a chunk is on its way: the chunk's failure is his, not ours", async () => {
    const gone = new AbortController();
    const onChunk = async () => {
      gone.abort();
      throw new Error('nobody reads');
    };
    const { outcome } = await attempt(testClient(), seller.url, {
      streamed: true,
      signal: gone.signal,
      onChunk,
    });
    expect(outcome).toMatchObject({
      kind: 'cut',
      by: 'buyer',
      chunks: 0,
      deliveredCompletionTokens: 0,
    });
  });

  test('what onChunk throws comes out, and the seller is stopped', async () => {
    seller.setBehaviour('commentsOnly');
    const onChunk = () => Promise.reject(new Error('the channel is unavailable'));
    await expect(attempt(testClient(), seller.url, { streamed: true, onChunk })).rejects.toThrow(
      'channel',
    );
    await until(() => seller.requests[0]?.abandoned, { what: 'the seller to notice' });
  });
});

describe('memory', () => {
  test('a reader that stops stops the seller', async () => {
    seller.setBehaviour('endlessStream');
    const client = testClient({ ANSWER_LIMIT_BYTES: 1e12 });
    const gone = new AbortController();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = process.memoryUsage();
    const running = attempt(client, seller.url, {
      streamed: true,
      signal: gone.signal,
      onChunk: () => held,
    });
    // Unread, the bytes fill the buffers of both sockets; then the seller's writing stands still.
    let poured = -1;
    await until(
      async () => {
        const last = poured;
        poured = seller.requests[0]?.bytesWritten() ?? -1;
        await delay(200);
        return poured > 0 && poured === last;
      },
      { what: 'the seller to be slowed down' },
    );
    expect(poured).toBeLessThan(64 * 1024 * 1024);
    expect(process.memoryUsage().rss - before.rss).toBeLessThan(256 * 1024 * 1024);
    gone.abort();
    release();
    expect((await running).outcome).toMatchObject({ kind: 'cut', by: 'buyer' });
  });

  test.each([
    ['endlessBody', 2_000_000],
    // The tokens of its events are counted, which takes a second for each megabyte.
    ['endlessStream', 250_000],
    ['endlessEvent', 2_000_000],
  ] as const)(
    '%s sixteen times at once stays within the limit of each',
    async (behaviour, ANSWER_LIMIT_BYTES) => {
      seller.setBehaviour(behaviour);
      const client = testClient({
        ANSWER_LIMIT_BYTES,
        SELLER_CONNECTIONS: 16,
        FIRST_BYTE_TIMEOUT_MS: 30_000,
        STREAM_SILENCE_MS: 30_000,
      });
      const attempts = Array.from({ length: 16 }, () =>
        attempt(client, seller.url, {
          streamed: behaviour !== 'endlessBody',
          onChunk: async () => undefined,
          deadlineAtMs: Date.now() + 200_000,
        }),
      );
      for (const { outcome } of await Promise.all(attempts)) {
        expect(outcome).toMatchObject({ reason: 'answer_too_large' });
      }
    },
  );
});

describe('an answer that comes whole', () => {
  const client = () => testClient({ ANSWER_LIMIT_BYTES: 8_000_000 });
  const small = { reservedTokens: 36 }; // 100 with what it may go beyond
  const bytes = 256 * 1_024 + 100 * 128;
  const values = 16_384 + 100 * 8;
  const say = (json: string) =>
    seller.setBehaviour({
      answer({ res }) {
        res.writeHead(200, { 'content-type': 'application/json' });
        res.end(json);
      },
    });
  const front = '{"choices":[{"message":{"content":"Hello"}}],"x":';

  test('has so many bytes at most, by what was reserved', async () => {
    const sized = (size: number) => `${front}"${'x'.repeat(size - front.length - 3)}"}`;
    say(sized(bytes));
    expect((await attempt(client(), seller.url, small)).outcome.kind).toBe('answered');
    say(sized(bytes + 1));
    const { outcome } = await attempt(client(), seller.url, small);
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'answer_too_large',
      blame: 'provokable',
    });
    expect((await attempt(client(), seller.url, { reservedTokens: 200 })).outcome.kind).toBe(
      'answered',
    );
  });

  test('has so many values at most, however small they are', async () => {
    // Beside the list: the object, its two members, the choices, the choice, the message.
    const listed = (count: number) => `${front}[${'[],'.repeat(count - 1)}[]]}`;
    const most = Math.floor((values - 6) / 2);
    say(listed(most));
    expect((await attempt(client(), seller.url, small)).outcome.kind).toBe('answered');
    say(listed(most + 2));
    const { outcome } = await attempt(client(), seller.url, small);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'malformed', blame: 'provokable' });
  });

  test.each([
    ['numbers that grow where they are written again', '1E20,'],
    ['nothing but lists', '[],'],
  ])('of %s is malformed at once, however much was reserved', async (_what, value) => {
    say(`${front}[${value.repeat(3_900_000 / value.length)}1]}`);
    const { outcome } = await attempt(client(), seller.url);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'malformed' });
  });

  test('is parsed in one go, so 4 MB are the most of all', async () => {
    say(`${front}"${'x'.repeat(4_000_000)}"}`);
    const { outcome } = await attempt(client(), seller.url);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'answer_too_large' });
  });
});

describe('connections', () => {
  test('are kept for the next request, streamed or not, and behind refusals', async () => {
    const client = testClient();
    for (const behaviour of ['normal', 'contextLength', 'error500', 'throttled'] as const) {
      seller.setBehaviour(behaviour);
      for (const streamed of [true, false]) {
        await attempt(client, seller.url, { streamed });
        await until(() => seller.requests.at(-1)?.finished, { what: 'the end of the answer' });
      }
    }
    expect(seller.requests).toHaveLength(8);
    expect(seller.connections).toBeLessThanOrEqual(2);
  });

  test("are at most so many to one seller; who finds none waits, and that is nobody's failure", async () => {
    const client = testClient({ SELLER_CONNECTIONS: 4, FIRST_BYTE_TIMEOUT_MS: 10_000 });
    seller.hold();
    const attempts = Array.from({ length: 4 }, () => attempt(client, seller.url));
    await until(() => seller.held === 4, { what: 'four requests' });
    const { outcome: late } = await attempt(client, seller.url, {
      deadlineAtMs: Date.now() + 100,
    });
    expect(late).toMatchObject({ kind: 'failed', reason: 'deadline', sent: false, blame: 'none' });
    const signal = AbortSignal.timeout(100);
    const { outcome: gone } = await attempt(client, seller.url, { signal });
    expect(gone).toMatchObject({ kind: 'failed', reason: 'aborted', blame: 'none' });
    const fifth = attempt(client, seller.url);
    expect(seller.requests).toHaveLength(4);
    seller.release();
    const all = await Promise.all([...attempts, fifth]);
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(all.map(() => 'answered'));
    expect(seller.requests).toHaveLength(5);
    expect(seller.connections).toBeLessThanOrEqual(4);
  });

  test('go to the accounts that wait in turn, and one that waits with many gives way', async () => {
    const settings = { SELLER_CONNECTIONS: 1, SELLER_CONNECTION_QUEUE: 4 };
    const client = testClient({ ...settings, FIRST_BYTE_TIMEOUT_MS: 10_000 });
    const order: string[] = [];
    const asked = (participant: string) =>
      attempt(client, seller.url, { participant }).then(({ outcome }) => {
        if (outcome.kind === 'answered') order.push(participant);
        return outcome;
      });
    seller.hold();
    const first = asked('first');
    await until(() => seller.held === 1, { what: 'the first request' });
    const greedy = Array.from({ length: 5 }, () => asked('greedy'));
    // The queue holds four of them and not one more.
    expect(await greedy[4]).toMatchObject({ reason: 'no_connection', blame: 'none', sent: false });
    const modest = [asked('modest'), asked('other')];
    expect(await greedy[3]).toMatchObject({ reason: 'no_connection', blame: 'none' });
    expect(await greedy[2]).toMatchObject({ reason: 'no_connection', blame: 'none' });
    seller.release();
    await Promise.all([first, ...greedy, ...modest]);
    expect(order).toEqual(['first', 'greedy', 'modest', 'other', 'greedy']);
  });

  test('are kept in part for accounts that have few', async () => {
    const client = testClient({ SELLER_CONNECTIONS: 16, FIRST_BYTE_TIMEOUT_MS: 10_000 });
    seller.hold();
    const greedy = Array.from({ length: 14 }, () => attempt(client, seller.url));
    await until(() => seller.held === 12, { what: 'three quarters of the connections' });
    const modest = ['one', 'two', 'three', 'four'].map((participant) =>
      attempt(client, seller.url, { participant }),
    );
    await until(() => seller.held === 16, { what: 'a connection for each of the others' });
    const deadlineAtMs = Date.now() + 50;
    const tooLate = await attempt(client, seller.url, { participant: 'five', deadlineAtMs });
    expect(tooLate.outcome).toMatchObject({ reason: 'deadline', sent: false });
    seller.release();
    const all = await Promise.all([...greedy, ...modest]);
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(all.map(() => 'answered'));
  });

  test('a seller that hangs takes none from another', async () => {
    const other = await startSeller();
    const client = testClient({ SELLER_CONNECTIONS: 1 });
    seller.setBehaviour('silent');
    let hangs = true;
    const hanging = attempt(client, seller.url, { deadlineAtMs: Date.now() + 10_000 });
    void hanging.then(() => (hangs = false));
    await until(() => seller.requests.length > 0, { what: 'the request that hangs' });
    const { outcome } = await attempt(client, other.url);
    expect(outcome.kind).toBe('answered');
    expect(hangs).toBe(true);
    await hanging;
    await other.close();
  });
});

test('a held answer is given when the test says so', async () => {
  seller.hold();
  const client = testClient({ FIRST_BYTE_TIMEOUT_MS: 10_000 });
  const running = attempt(client, seller.url);
  await until(() => seller.held === 1, { what: 'the request to be held' });
  seller.release();
  expect((await running).outcome.kind).toBe('answered');
});
