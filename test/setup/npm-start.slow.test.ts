import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Redis from 'ioredis';
import { mongo } from 'mongoose';
import { mongodUri } from '../../setup/servers/mongod';
import { buildOnce } from '../support/processes';
import { openBrowser } from '../console/support/browser';
import { until } from '../support/wait';
import { NpmStart, type Ports, freePorts, stillRunning } from './npm-start';

jest.setTimeout(120_000);

const RUNNING = 'Ctrl-C stops everything';

interface DemoFile {
  readonly demo: { readonly buyer: { readonly buyerKey: string } };
}

describe('npm start', () => {
  let home: string;
  let ports: Ports;
  let current: NpmStart | undefined;

  beforeAll(async () => {
    await buildOnce();
    home = await mkdtemp(join(tmpdir(), 'tokenbook-start-'));
    ports = await freePorts();
  });

  afterAll(async () => {
    const left = current?.children() ?? [];
    current?.child.kill('SIGTERM');
    await current?.exited;
    for (const { pid } of await stillRunning(left)) process.kill(pid, 'SIGKILL');
    await rm(home, { recursive: true, force: true });
  });

  const start = (...arguments_: string[]) => (current = NpmStart.run(home, ports, ...arguments_));

  const key = () => {
    const file = JSON.parse(readFileSync(join(home, 'credentials.json'), 'utf8')) as DemoFile;
    return file.demo.buyer.buyerKey;
  };

  const balance = async () => {
    const response = await fetch(`http://127.0.0.1:${ports.PORT}/market/v1/account`, {
      headers: { authorization: `Bearer ${key()}` },
    });
    return ((await response.json()) as { balance: string }).balance;
  };

  test('runs one chat completion through everything, and says what it cost and what to try', async () => {
    const run = start();
    await run.says(RUNNING);
    const said = run.output();
    expect(said).toMatch(/fill +[0-9a-f-]{36} {2}eu-west/);
    expect(said).toMatch(/cost +0\.0000\d+ USD for \d+ tokens/);
    expect(said).toContain(`/namespaces/default/workflows/tokenbook-orders-`);
    expect(said.match(/^ {2}curl /gm)).toHaveLength(3);
    const redis = new Redis({ port: Number(ports.REDIS_PORT), retryStrategy: null });
    redis.on('error', () => undefined); // the command rejects
    await expect(redis.ping().finally(() => redis.disconnect())).rejects.toThrow(/NOAUTH/);
    const mongodb = new mongo.MongoClient(mongodUri(Number(ports.MONGO_PORT)));
    const accounts = mongodb.db('tokenbook').collection('accounts').find().toArray();
    await expect(accounts).rejects.toThrow(/requires authentication/);
    await mongodb.close();
    const readable = execFileSync('find', [home, '-perm', '/077', '!', '-type', 'l']);
    expect(readable.toString()).toBe('');
    // The live line is for terminals.
    expect(said).not.toContain('\r');
    expect(said).not.toContain(' fills');
    expect(Number.parseFloat(await balance())).toBeLessThan(100);
  });

  test("its address signs the demo's buyer in once; at another try it says so", async () => {
    const [address = ''] = /http:\S+#\/sign-in\/\S+/.exec(current!.output()) ?? [];
    const browser = await openBrowser();
    try {
      const first = await browser.newPage();
      await first.goto(address);
      await first.getByText('Balance').first().waitFor();
      expect(first.url()).toBe(`http://127.0.0.1:${ports.PORT}/#/buyer`);
      const second = await browser.newPage();
      await second.goto(address);
      await second.getByText('This address has signed somebody in already').waitFor();
      await second.getByRole('link', { name: 'Sign in with a key' }).click();
      await second.getByText('Sign in to see this').waitFor();
    } finally {
      await browser.close();
    }
  });

  test('the worker and the relay have health ports of their own', async () => {
    for (const port of [Number(ports.HEALTH_PORT), Number(ports.HEALTH_PORT) + 1]) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect(await answer.json()).toMatchObject({ status: 'ready' });
    }
  });

  test('a second one on the same home says that it runs already', async () => {
    const second = NpmStart.run(home, await freePorts());
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('already runs');
  });

  test('a part that dies is started again', async () => {
    // After the three servers come the worker, the gateway and the relay.
    const part = (await current!.runningChildren()).at(3);
    process.kill(part!.pid, 'SIGKILL');
    await current!.says(/(?:worker|gateway|relay) +runs again/);
  });

  test('after a kill -9 the next start ends what was left and finds the data', async () => {
    const before = await balance();
    const left = await current!.runningChildren();
    current!.child.kill('SIGKILL');
    await current!.exited;
    const run = start('--no-demo', '--open'); // there is no browser, and that ends nothing
    await run.says(RUNNING);
    expect(await stillRunning(left)).toEqual([]);
    expect(run.output()).not.toContain('first chat');
    expect(await balance()).toBe(before);
  });

  test('Ctrl-C ends everything in order, also when what read its lines has ended first', async () => {
    const started = await current!.runningChildren();
    expect(started.length).toBeGreaterThanOrEqual(6);
    current!.child.stderr!.destroy();
    current!.child.kill('SIGINT');
    expect(await current!.exited).toBe(0);
    expect(await stillRunning(started)).toEqual([]);
    expect(current!.children()).toEqual([]);
  });

  test('a port in use is named, with the way out, and nothing is left running', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(Number.parseInt(ports.REDIS_PORT, 10), '127.0.0.1', resolve);
    });
    const run = start();
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain(`port ${ports.REDIS_PORT} (Redis)`);
    expect(run.output()).toMatch(/REDIS_PORT=\d+ npm start/);
    await until(() => run.children().length === 0, { what: 'an empty record' });
    other.close();
  });
});
