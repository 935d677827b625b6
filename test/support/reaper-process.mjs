/**
 * Reads `+pid` and `-pid` lines until its input closes, which happens however the test run ends;
 * then kills the processes still listed and removes the folder.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [folder] = process.argv.slice(2);
const pids = new Set();
const lines = createInterface({ input: process.stdin });

lines.on('line', (line) => {
  const pid = Number.parseInt(line.slice(1), 10);
  if (line.startsWith('+')) pids.add(pid);
  else pids.delete(pid);
});

lines.on('close', () => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited already.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});
