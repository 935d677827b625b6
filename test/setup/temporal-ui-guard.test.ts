/** A web page cannot reach the local Temporal: its web UI and its HTTP API refuse what a page can send. */
import { rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import type { RunningProcess } from '../../setup/servers/running-process';
import { startTemporal } from '../../setup/servers/temporal';
import { memoryFolder } from '../support/memory-folder';
import { startReaper } from '../support/reaper';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const WORKFLOWS = '/api/v1/namespaces/default/workflows';

let folder: string;
let reaper: ReturnType<typeof startReaper>;
let temporal: RunningProcess;
let port: number;
let httpPort: number;

beforeAll(async () => {
  folder = await memoryFolder('tokenbook-temporal-ui-');
  reaper = startReaper(folder);
  [port, httpPort] = [await freePort(), await freePort()];
  temporal = await startTemporal({
    binary: sharedServers().binaries.temporal,
    port: await freePort(),
    uiPort: port,
    uiHosts: ['temporal.example'],
    httpPort,
    databaseFile: join(folder, 'temporal.db'),
    synchronous: 'NORMAL',
    logFile: join(folder, 'temporal.log'),
    onSpawn: reaper.watch,
  });
  await until(async () => (await send('GET', WORKFLOWS)) === 200, { what: 'the web UI' });
});
afterAll(async () => {
  await temporal.stop();
  await rm(folder, { recursive: true, force: true });
  reaper.end();
});

function send(
  method: string,
  path: string,
  headers: IncomingHttpHeaders = {},
  to = port,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: to, method, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
  });
}

test.each([
  'rebound.example',
  'rebound.example:8233',
  'localhost.rebound.example',
  '127.0.0.1.nip.io',
])('the web UI refuses the host %s', async (host) => {
  expect(await send('GET', WORKFLOWS, { host })).toBe(421);
  expect(await send('POST', `${WORKFLOWS}/any`, { host })).toBe(421);
});

test.each(['127.0.0.1', 'localhost:8233', '[::1]:1', 'temporal.example'])(
  'the web UI answers the host %s',
  async (host) => {
    expect(await send('GET', WORKFLOWS, { host })).toBe(200);
  },
);

test.each([
  ['the origin of another page', { origin: 'http://page.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['no origin of its own', { origin: 'null' }],
  ['a form of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
])('the web UI refuses a request with %s', async (_title, headers) => {
  const type = { 'content-type': 'text/plain' };
  expect(await send('POST', `${WORKFLOWS}/any`, { ...headers, ...type })).toBe(403);
});

test('the web UI passes on a request of its own page', async () => {
  const own = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
  const type = { 'content-type': 'application/json' };
  expect([403, 421, 502]).not.toContain(
    await send('POST', `${WORKFLOWS}/any`, { ...own, ...type }),
  );
});

test.each(['127.0.0.1', 'localhost', 'rebound.example'])(
  'the HTTP API refuses the host %s',
  async (host) => {
    expect(await send('GET', WORKFLOWS, { host }, httpPort)).toBe(403);
  },
);
