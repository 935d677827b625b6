/** A Redis with TLS and a user that has the rights of docs/operate/servers.md and no others. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisServer } from '../engine/redis-server';
import { KEY_PREFIXES, issueKey } from '../../domain/key-hash';
import { newCertificate } from '../support/certificate';
import { testSettings } from '../support/environment';
import { Exchange, MODEL } from '../support/exchange';
import { startProcess } from '../support/processes';
import { documentedRights, rightsIn } from './documented-rights';
import { type TlsFront, tlsInFrontOf } from './tls-front';

const ROOT = join(__dirname, '..', '..');
const PASSWORD = 'pass@word/of?redis';

let folder: string;
let redis: RedisServer;
let front: TlsFront;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokenbook-redis-tls-'));
  const certificate = newCertificate(['localhost']);
  const certFile = join(folder, 'cert.pem');
  await writeFile(certFile, certificate.cert);
  redis = await RedisServer.start();
  front = await tlsInFrontOf(redis.port, certificate);
  environment = { NODE_EXTRA_CA_CERTS: certFile };
});
afterAll(async () => {
  front.stop();
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

test('chats, streams, orders and cancellations need no other rights', async () => {
  const settings = await testSettings({ redisUrl: addressWith(PASSWORD) });
  const admin = redis.connect();
  const { server } = documentedRights(PASSWORD);
  const rights = rightsIn(settings.TOKENBOOK_DEPLOYMENT, server);
  await admin.call('ACL', 'SETUSER', 'tokenbook', ...rights);
  const exchange = await Exchange.start({ settings, environment, relay: true });
  try {
    await useEverything(exchange);
    expect(await admin.call('ACL', 'LOG')).toEqual([]);
    const clients = String(await admin.client('LIST'))
      .trim()
      .split('\n');
    const ours = clients.filter((client) => / user=tokenbook\b/.test(client));
    // The other connection is that of this test.
    expect(clients.length - ours.length).toBe(1);
    const from = ours.map((client) => Number(/ addr=\S*:(\d+)/.exec(client)?.[1]));
    expect(from.filter((port) => !front.ownPorts.has(port))).toEqual([]);
  } finally {
    await exchange.stop();
    admin.disconnect();
  }
});

async function useEverything(exchange: Exchange): Promise<void> {
  const { key } = await exchange.buyer();
  const seller = await exchange.seller();
  const askId = await exchange.ask(seller, { price: '0.001' });
  expect(await exchange.chat(key)).toMatchObject({ status: 200 });
  expect(await exchange.stream(key)).toMatchObject({ status: 200, done: true });
  const session = { session_id: 'a session' };
  const sticky = async () => (await exchange.chat(key, session)).body.fill.sticky;
  expect([await sticky(), await sticky()]).toEqual([false, true]);
  expect(await exchange.chat(issueKey(KEY_PREFIXES.live.buyer))).toMatchObject({ status: 401 });
  const authorization = { authorization: `Bearer ${key}` };
  const placed = await exchange.send('POST', '/market/v1/contracts', {
    headers: authorization,
    body: {
      model_id: MODEL,
      tenor: 'spot',
      price: '0.0005',
      quantity: 1_000,
      time_in_force: 'GTC',
    },
  });
  expect(placed).toMatchObject({ status: 200 });
  const path = `/market/v1/orders/${placed.body.order_id}`;
  const cancelled = await exchange.send('DELETE', path, { headers: authorization });
  expect(cancelled).toMatchObject({ status: 204 });
  const halted = `/instruments/${MODEL}`;
  await exchange.admin('PATCH', halted, { halted: true, reason: 'a test' });
  await exchange.admin('PATCH', halted, { halted: false });
  await exchange.send('DELETE', `/market/v1/sellers/${seller.sellerId}/asks/${askId}`, {
    headers: { 'x-seller-api-key': seller.apiKey },
  });
  await exchange.expectExact();
  await exchange.expectBookAgrees();
}

test('the rule has every command of the functions and scripts', () => {
  const { server: rule } = documentedRights(PASSWORD);
  const lua = [
    ...readdirSync(join(ROOT, 'engine/functions')).map((name) => `engine/functions/${name}`),
    ...readdirSync(join(ROOT, 'exchange/row-locks'))
      .filter((name) => name.endsWith('.lua'))
      .map((name) => `exchange/row-locks/${name}`),
    'channel/append.lua',
    'channel/stop.lua',
    'exchange/judging/note-end.ts',
    'node_modules/rate-limiter-flexible/lib/RateLimiterRedis.js',
  ].map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const called = lua.flatMap((text) => [...text.matchAll(/\bcall\('([a-z]+)'/gi)]);
  const missing = called
    .map(([, command = '']) => `+${command.toLowerCase()}`)
    .filter((right) => !rule.some((one) => one === right || one.startsWith(`${right}|`)));
  expect(called.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test.each([
  ['a wrong password', () => addressWith('wrong-password'), /WRONGPASS/],
  ['another name', () => addressWith(PASSWORD).replace('localhost', '127.0.0.1'), /altnames/],
  [
    'an invalid address',
    () => `rediss://tokenbook:wrong-password@localhost/x`,
    /REDIS_URL is invalid/,
  ],
])('%s ends a start with the reason, without the password', async (_name, address, reason) => {
  const settings = await testSettings({ redisUrl: address() });
  const failure = await startProcess('relay', settings, environment).then(
    () => 'started',
    (err: Error) => err.message,
  );
  expect(failure).toMatch(reason);
  expect(failure).not.toContain('wrong-password');
  expect(failure).not.toContain(encodeURIComponent(PASSWORD));
});

function addressWith(password: string): string {
  return `rediss://tokenbook:${encodeURIComponent(password)}@localhost:${front.port}/2`;
}
