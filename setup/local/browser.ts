/** Opens an address in the browser of the person who started everything. */
import { spawn } from 'node:child_process';

/** Whether something was started; a machine without a browser is no failure. */
export function openInBrowser(url: string): Promise<boolean> {
  const [command, ...args] = opener(url);
  return new Promise((resolve) => {
    try {
      const child = spawn(command, args, { stdio: 'ignore', detached: true });
      child.once('error', () => resolve(false)).once('spawn', () => resolve(true));
      child.unref();
    } catch {
      resolve(false);
    }
  });
}

function opener(url: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', url];
  return ['xdg-open', url];
}
