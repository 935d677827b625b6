import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../config/settings';
import { ensureCredentials, keepDemo } from '../../setup/local/credentials';
import { Home } from '../../setup/local/home';
import { identify, isRunning } from '../../setup/local/process-identity';

describe('the folder of local data', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tokenbook-home-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const sleeper = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);

  test('is held by one supervisor at a time', async () => {
    const home = await Home.take(folder);
    await expect(Home.take(folder)).rejects.toThrow(/already runs/);
    await home.leave();
    await (await Home.take(folder)).leave();
  });

  test('is for its owner only, also when an earlier release made it', async () => {
    for (const mode of [0o755, 0o777]) {
      await chmod(folder, mode);
      const home = await Home.take(folder);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      await home.leave();
    }
  });

  test('what a killed supervisor left running is ended, and nothing else is', async () => {
    const [left, stranger] = [sleeper(), sleeper()];
    const leftEnded = once(left, 'exit');
    const dead = { pid: 999_999_999, started: 'long ago' };
    const children = [
      await identify(left.pid ?? 0),
      // The pid of an earlier child, given again to somebody else.
      { pid: stranger.pid, started: 'before the other one began' },
    ];
    await writeFile(join(folder, 'running.json'), JSON.stringify({ supervisor: dead, children }));
    const home = await Home.take(folder);
    await leftEnded;
    const survivor = await identify(stranger.pid ?? 0);
    expect(survivor && (await isRunning(survivor))).toBe(true);
    await home.leave();
    stranger.kill('SIGKILL');
    await once(stranger, 'exit');
  });

  test('half a record, as a crash may leave it, is no hindrance', async () => {
    await writeFile(join(folder, 'running.json'), '{"supervisor": {"pi');
    await (await Home.take(folder)).leave();
  });

  test('remembers the processes that were started', async () => {
    const home = await Home.take(folder);
    await home.remember(process.pid);
    const record = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as {
      children: unknown[];
    };
    expect(record.children).toEqual([await identify(process.pid)]);
    await home.leave();
  });

  test('remembers with the next process what a full disk kept it from writing', async () => {
    const home = await Home.take(folder);
    const inTheWay = join(folder, 'running.json.partial');
    await mkdir(inTheWay);
    await home.remember(process.pid);
    await rm(inTheWay, { recursive: true });
    await home.remember(process.ppid);
    const { children } = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as {
      children: { pid: number }[];
    };
    expect(children.map(({ pid }) => pid)).toEqual([process.pid, process.ppid]);
    await home.leave();
  });

  test('keeps secrets that are made once and that only the owner may read', async () => {
    const { secrets } = ensureCredentials(folder);
    keepDemo(folder, { buyer: { accountId: 'a', buyerKey: 'k' } });
    expect(ensureCredentials(folder).secrets).toEqual(secrets);
    expect((await stat(join(folder, 'credentials.json'))).mode & 0o777).toBe(0o600);
    const settings = loadSettings({ TOKENBOOK_HOME: folder });
    expect(settings.secrets.operatorToken).toBe(secrets.TOKENBOOK_OPERATOR_TOKEN);
    expect(settings.secrets.payloadKeys.map((key) => key.length)).toEqual([32]);
  });
});
