/** A gateway that may open few files: whoever opens connections to it takes none that it needs itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BUILD, environmentOf } from '../support/processes';
import { until } from '../support/wait';

const DESCRIPTORS = 400;
/** Half of the descriptors are for clients, and half of those for one address. */
const PLACES = DESCRIPTORS / 4;
const ATTACKER = '127.0.0.2';

let exchange: Exchange;
let market: Market;
let child: ChildProcess;
let port: number;
let log = '';
const sockets: Socket[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
  market = await openMarket(exchange);
  const script = join(BUILD, 'processes', 'gateway.js');
  child = spawn('prlimit', [`--nofile=${DESCRIPTORS}`, process.execPath, script], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    env: { PATH: process.env.PATH, ...environmentOf(exchange.settings) },
  });
  child.stdout!.on('data', (data: Buffer) => (log += data.toString()));
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  port = ready.port;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  child.kill();
  await once(child, 'exit');
  await exchange.stop();
});

/** Opens a connection without a word, and keeps it. */
async function occupy(): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
  sockets.push(socket.resume());
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
}

async function chatStatus(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${market.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: market.model,
      max_tokens: 64,
      max_price: '0.001',
      messages: [
        {
          role: 'user',
          content: 'Say hello.',
        },
      ],
    }),
  });
  await answer.text();
  return answer.status;
}

/** From the address of the attacker. */
async function statusAt(path: string): Promise<number | string> {
  const dispatcher = new Agent({ localAddress: ATTACKER });
  try {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, { dispatcher });
    await body.dump();
    return statusCode;
  } catch {
    return 'closed';
  } finally {
    await dispatcher.close();
  }
}

test('a start warns that fewer files may be open than CLIENT_CONNECTIONS needs', () => {
  expect(log).toContain('fewer connections than CLIENT_CONNECTIONS');
});

test('others are served while one address keeps as many connections as it can', async () => {
  expect(await chatStatus()).toBe(200);
  for (let count = 0; count < 2 * DESCRIPTORS; count += 1) await occupy();
  await until(() => sockets.filter(({ destroyed }) => !destroyed).length === PLACES, {
    what: 'the others to be closed',
  });
  for (let count = 0; count < 10; count += 1) expect(await chatStatus()).toBe(200);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
});

test('a load balancer behind that address finds the gateway ready, and its clients are refused', async () => {
  for (let count = 0; count < 2 * PLACES; count += 1) await occupy();
  const paths = ['/livez', '/readyz', '/health', '/v1/models'];
  expect(await Promise.all(paths.map(statusAt))).toEqual([200, 200, 200, 'closed']);
});
