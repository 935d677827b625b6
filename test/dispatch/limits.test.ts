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
      blame: 'none',
    });
  });

  test('a deadline that leaves a seller its full time counts against it', async () => {
    const client = testClient({ FIRST_BYTE_TIMEOUT_MS: 100, FIRST_BYTE_PER_TOKEN_MS: 100 });
    seller.setBehaviour('silent');
    const { outcome } = await attempt(client, seller.url, { deadlineAtMs: Date.now() + 300 });
    expect(outcome).toMatchObject({ reason: 'deadline', blame: 'provokable' });
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

  test('who has every choice to its end does not wait for a seller that is silent then', async () => {
    const client = testClient({ STREAM_SILENCE_MS: 60_000, ANSWER_TIMEOUT_MS: 60_000 });
    seller.setBehaviour(BEHAVIOURS.neverEnding());
    const { outcome, tookMs } = await attempt(client, seller.url, { streamed: true });
    expect(outcome).toMatchObject({ kind: 'answered', finishReason: 'stop' });
    expect(tookMs).toBeLessThan(30_000);
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
    const client = testClient({ ANSWER_LIMIT_BYTES: 1e12, ANSWER_TIMEOUT_MS: 60_000 });
    const gone = new AbortController();
    let passedBytes = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = process.memoryUsage();
    const running = attempt(client, seller.url, {
      streamed: true,
      signal: gone.signal,
      onChunk: async (data) => {
        await held;
        passedBytes += data.length;
        if (passedBytes > 512 * 1024) gone.abort();
      },
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
    // Nothing was given up meanwhile: the reader goes on where it stopped.
    release();
    const { outcome } = await running;
    expect(outcome).toMatchObject({ kind: 'cut', by: 'buyer', reason: 'aborted' });
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
  const small = { reservedTokens: 36 }; // 108 with what it may go beyond
  const bytes = 256 * 1_024 + 108 * 128;
  const values = 16_384 + 108 * 8;
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

test('a held answer is given when the test says so', async () => {
  seller.hold();
  const client = testClient({ FIRST_BYTE_TIMEOUT_MS: 10_000 });
  const running = attempt(client, seller.url);
  await until(() => seller.held === 1, { what: 'the request to be held' });
  seller.release();
  expect((await running).outcome.kind).toBe('answered');
});
