import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { RunningProcess } from '../../setup/servers/running-process';

interface Reaper {
  readonly watch: (server: RunningProcess) => void;
  readonly end: () => void;
}

/**
 * Starts a small process that outlives this one: when this one exits without cleaning up (Ctrl-C, a
 * crash, SIGKILL), it kills the watched servers and removes the folder.
 */
export function startReaper(folder: string): Reaper {
  const child = spawn(process.execPath, [join(__dirname, 'reaper-process.mjs'), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  const tell = (line: string) => child.stdin.writable && child.stdin.write(`${line}\n`);
  return {
    watch: (server) => {
      tell(`+${server.pid}`);
      void server.exited.then(() => tell(`-${server.pid}`));
    },
    end: () => void child.stdin.end(),
  };
}
