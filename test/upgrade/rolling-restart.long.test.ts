/** Every process of an exchange is replaced under load, two of each kind, one after the other. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { ChangeOver } from './change-over';
import { thisRelease } from './release';

const STEADY_MS = 8_000;
/** What an overloaded gateway says before it does anything, and a balancer without a ready gateway. */
const OVERLOADED = /^\w+: (503 .*"code":"service_unavailable"|0 "no gateway is running")/;

async function replaceAll(isTolerated?: (failure: string) => boolean): Promise<void> {
  const release = await thisRelease();
  const servers = await startTestServers(sharedServers().binaries);
  const changeOver = await ChangeOver.begin(release, servers.addresses);
  try {
    await changeOver.to(release, STEADY_MS, isTolerated);
  } finally {
    await changeOver.close();
    await servers.stop();
  }
}

test('gateways, workers and relays are replaced, and no request fails', async () => {
  await replaceAll();
}, 900_000);

test('they are replaced on a machine without a free processor, and nothing is lost or called unrecorded', async () => {
  const busy = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    await replaceAll((failure) => OVERLOADED.test(failure));
  } finally {
    for (const { pid } of busy) process.kill(pid!, 'SIGKILL');
  }
}, 900_000);
