/** How processes end, and what they do with signals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testSettings } from '../support/environment';
import { BUILD, buildOnce, environmentOf, startProcess } from '../support/processes';
import { until } from '../support/wait';

const begun: ChildProcess[] = [];
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL');
});

async function begin(values: NodeJS.ProcessEnv = {}) {
  await buildOnce();
  const settings = await testSettings();
  const child = spawn(process.execPath, [join(BUILD, 'processes', 'relay.js')], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: process.env.PATH, ...environmentOf(settings), ...values },
  });
  begun.push(child);
  return child;
}

test('a process ends in order when its supervisor is gone', async () => {
  const child = await begin();
  await once(child, 'message');
  const exited = once(child, 'exit');
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

test('a process that cannot reach its servers ends with an error, and tells nobody that it is ready', async () => {
  const child = await begin({ REDIS_URL: 'redis://127.0.0.1:1' });
  const told: unknown[] = [];
  child.on('message', (message) => told.push(message));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(told).toEqual([]);
});

test('SIGHUP ends a process in order', async () => {
  const child = await begin();
  await once(child, 'message');
  child.kill('SIGHUP');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('SIGUSR1 opens no inspector', async () => {
  const relay = await startProcess('relay', await testSettings(), { LOG_LEVEL: 'info' });
  process.kill(relay.pid, 'SIGUSR1');
  await until(() => relay.output().includes('SIGUSR1 does nothing'), { what: 'the log' });
  expect(relay.output()).not.toContain('Debugger listening');
  expect(relay.alive).toBe(true);
  await relay.kill();
});
