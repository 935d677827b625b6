/** Whatever ends the supervisor of `npm start`, its servers end with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Home } from '../../setup/local/home';
import { identify } from '../../setup/local/process-identity';
import { buildOnce } from '../support/processes';
import { until } from '../support/wait';

const SCRIPT = join(__dirname, 'supervised.mjs');
/** Runs a command on a terminal of its own, which is closed when something comes in. */
const ON_A_TERMINAL = `
import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while not select.select([sys.stdin], [], [], 0)[0]:
    if select.select([terminal], [], [], 0.05)[0]:
        os.write(2, os.read(terminal, 4096))
os.close(terminal)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

let folder: string;
beforeAll(() => buildOnce());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokenbook-ending-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Supervised {
  readonly child: ChildProcess;
  readonly serverPid: number;
  readonly exited: Promise<unknown[]>;
}

async function supervise(command: string, ...given: string[]): Promise<Supervised> {
  const child = spawn(command, given, { stdio: ['pipe', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let said = '';
  child.stderr!.on('data', (data: Buffer) => (said += data.toString()));
  const pid = () => /ready (\d+)/.exec(said)?.[1];
  await until(() => pid() !== undefined, { what: 'the server' });
  return { child, serverPid: Number(pid()), exited };
}

const node = (...given: string[]) => supervise(process.execPath, SCRIPT, folder, ...given);

async function expectEnded({ serverPid }: Supervised): Promise<void> {
  await until(async () => (await identify(serverPid)) === null, { what: 'the server to end' });
}

test('a terminal that is closed', async () => {
  const run = await supervise('python3', '-c', ON_A_TERMINAL, process.execPath, SCRIPT, folder);
  run.child.stdin!.end('close');
  // With which code does not matter: Node cannot set back the modes of a terminal that is gone.
  await run.exited;
  expect(await identify(run.serverPid)).toBeNull();
  expect(existsSync(join(folder, 'running.json'))).toBe(false);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT', 'SIGUSR2'] as const)(
  '%s, behind a reader of its lines that has gone',
  async (signal) => {
    const run = await node();
    run.child.stderr!.destroy();
    run.child.kill(signal);
    expect(await run.exited).toEqual([0, null]);
    expect(await identify(run.serverPid)).toBeNull();
    expect(existsSync(join(folder, 'running.json'))).toBe(false);
  },
);

test('lines that nobody takes end nothing', async () => {
  const run = await node();
  run.child.stderr!.destroy();
  // It writes a hundred lines a second.
  const ended = await Promise.race([run.exited, once(AbortSignal.timeout(500), 'abort')]);
  expect(ended[0]).toBeInstanceOf(Event);
  expect(await identify(run.serverPid)).not.toBeNull();
  run.child.kill('SIGTERM');
  expect(await run.exited).toEqual([0, null]);
});

test.each([
  ['throw', 1],
  ['reject', 1],
  ['exit', 3],
])('an end of its own: %s', async (how, code) => {
  const run = await node(how);
  expect(await run.exited).toEqual([code, null]);
  await expectEnded(run);
});

test.each(['recorded', 'unrecorded'])('after SIGKILL the next start ends them: %s', async (how) => {
  const run = await node(how);
  run.child.kill('SIGKILL');
  await run.exited;
  expect(await identify(run.serverPid)).not.toBeNull();
  const next = await Home.take(folder);
  expect(await identify(run.serverPid)).toBeNull();
  await next.leave();
});
