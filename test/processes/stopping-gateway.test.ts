/** A gateway that stops: it goes with its last answer, and whoever still waits is told, not cut off. */
import { once } from 'node:events';
import { type ServerResponse, Agent, get } from 'node:http';
import { request } from 'undici';
import { DrainingServer } from '../../processes/draining-server';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

/** The least that can be set. */
const WITHIN_MS = 2_000;
/** Far less than a connection is kept without a request. */
const SOON_MS = 10_000;

test('a connection that its client keeps is closed behind its last answer', async () => {
  const waiting: ServerResponse[] = [];
  const server = await DrainingServer.listen(
    (_req, res) => waiting.push(res),
    0,
    '127.0.0.1',
    65_000,
  );
  const agent = new Agent({ keepAlive: true });
  const asked = once(get({ port: server.port, agent }), 'response');
  await once(server.http, 'request');
  // It has begun without word of the stop.
  waiting[0]!.write('begun');
  const [answer] = await asked;
  answer.resume();
  let isDrained = false;
  const drained = server.drain(10 * SOON_MS).then(() => (isDrained = true));
  waiting[0]!.end();
  await until(() => isDrained, { timeoutMs: SOON_MS, what: 'the server to close' });
  await drained;
  agent.destroy();
});

test('whoever still waits shortly before the end is told, and the rest of the time is enough for it', async () => {
  const waiting: ServerResponse[] = [];
  const server = await DrainingServer.listen(
    (_req, res) => waiting.push(res),
    0,
    '127.0.0.1',
    65_000,
  );
  const asked = request(`http://127.0.0.1:${server.port}/`);
  await once(server.http, 'request');
  await server.drain(WITHIN_MS, () => {
    for (const res of waiting) res.writeHead(503).end('Repeat.');
  });
  const { statusCode, headers, body } = await asked;
  expect([statusCode, headers.connection, await body.text()]).toEqual([503, 'close', 'Repeat.']);
});

test('nobody is told of a late end whose answer came in time', async () => {
  const waiting: ServerResponse[] = [];
  const server = await DrainingServer.listen(
    (_req, res) => waiting.push(res),
    0,
    '127.0.0.1',
    65_000,
  );
  const asked = request(`http://127.0.0.1:${server.port}/`);
  await once(server.http, 'request');
  let isTold = false;
  const drained = server.drain(10 * SOON_MS, () => {
    isTold = true;
  });
  waiting[0]!.end('in time');
  await drained;
  expect(await (await asked).body.text()).toBe('in time');
  expect(isTold).toBe(false);
});

describe('a gateway', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    const settings = { SHUTDOWN_TIMEOUT_MS: WITHIN_MS };
    exchange = await Exchange.start({ settings });
  });
  afterAll(() => exchange.stop());

  test('that stops in the middle of a stream says so, and how to go on', async () => {
    // Longer than the gateway may take.
    const behaviour = BEHAVIOURS.unhurried({
      gapMs: 100,
      content: 'word '.repeat(600),
      chunks: 600,
    });
    const { key, model } = await openMarket(exchange, { behaviour });
    let read = 0;
    const streaming = exchange.stream(
      key,
      { model, max_tokens: 1_000 },
      { idempotencyKey: 'stopped', onChunk: () => (read += 1) },
    );
    await until(() => read >= 3, { what: 'three chunks' });
    const stopped = exchange.gateways[0]!.kill('SIGTERM');
    const { done, chunks } = await streaming;
    expect(done).toBe(false);
    expect(chunks.at(-1)).toMatchObject({
      error: {
        code: 'service_unavailable',
        message: expect.stringMatching(/send it again with the same key/),
      },
      choices: [{ finish_reason: 'error' }],
    });
    await stopped;
  });
});
