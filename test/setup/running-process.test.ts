import { spawn } from 'node:child_process';
import { stopLimitMs } from '../../config/settings';
import { follow } from '../../setup/servers/running-process';
import { once } from 'node:events';
import { testSettings } from '../support/environment';

const WORK_AFTER_SIGTERM_MS = 500;

/** A process that finishes its work after SIGTERM. */
async function busy(stoppedWithinMs: number) {
  const program = `process.on('SIGTERM', () => setTimeout(() => process.exit(0), ${WORK_AFTER_SIGTERM_MS}));
    setInterval(() => {}, 1_000);
    console.log('ready');`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return follow('busy', child, stoppedWithinMs);
}

test('a process that stops within its limit finishes its work, and one that does not is killed', async () => {
  const [patient, hasty] = await Promise.all([
    busy(20 * WORK_AFTER_SIGTERM_MS),
    busy(WORK_AFTER_SIGTERM_MS / 10),
  ]);
  await Promise.all([patient.stop(), hasty.stop()]);
  expect(await patient.exited).toBe('code 0');
  expect(await hasty.exited).toBe('signal SIGKILL');
});

test('the limit of a stopping process includes its delay and its requests in progress', async () => {
  const settings = {
    ...(await testSettings()),
    shutdownDelayMs: 5_000,
    SHUTDOWN_TIMEOUT_MS: 600_000,
  };
  expect(stopLimitMs(settings)).toBe(5_000 + 600_000 + 20_000);
});
