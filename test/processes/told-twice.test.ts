/** A process that is told to stop several times stops once, and in order. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testSettings } from '../support/environment';
import { BUILD, buildOnce, environmentOf } from '../support/processes';

/** Says when it stops, and takes a while for it. */
const PROGRAM = `
  const { runProcess } = require(process.env.LIFECYCLE);
  runProcess('told-twice', async () => ({
    stop: async () => {
      process.send('stopping');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await new Promise((resolve) => process.send('stopped', resolve)); // before the process ends
    },
  }));
`;

let child: ChildProcess | null = null;
beforeAll(() => buildOnce());
afterEach(() => void child?.kill('SIGKILL'));

test('of several signals the first one counts', async () => {
  const environment = environmentOf(await testSettings());
  child = spawn(process.execPath, ['-e', PROGRAM], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH: process.env.PATH,
      ...environment,
      LIFECYCLE: join(BUILD, 'processes', 'lifecycle.js'),
    },
  });
  const exited = once(child, 'exit');
  const told: unknown[] = [];
  child.on('message', (message) => {
    told.push(message);
    if (message === 'stopping') for (const signal of SIGNALS) child?.kill(signal);
    else if (message !== 'stopped') child?.kill('SIGTERM');
  });
  expect(await exited).toEqual([0, null]);
  expect(told).toEqual([expect.objectContaining({ ready: true }), 'stopping', 'stopped']);
}, 20_000);

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
