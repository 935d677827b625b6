import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { lowerPriority } from '../../setup/servers/priority';

const PROGRAM = `
  const { Worker } = require('node:worker_threads');
  const report = "require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority())";
  process.on('message', () => new Worker(report, { eval: true }).on('message', (niceness) => process.send(niceness)));
  process.send('ready');
`;

describe('a process in the background', () => {
  test('has a lower priority, and so have the threads that it starts later', async () => {
    const child = spawn(process.execPath, ['-e', PROGRAM], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    try {
      await once(child, 'message');
      const pid = child.pid ?? 0;
      const own = os.getPriority(pid);
      lowerPriority(pid);
      expect(os.getPriority(pid)).toBe(Math.max(own, 5));
      const answer = once(child, 'message');
      child.send('start a thread');
      expect((await answer)[0]).toBe(Math.max(own, 5));
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('may have ended already', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(() => lowerPriority(child.pid ?? 0)).not.toThrow();
  });
});
