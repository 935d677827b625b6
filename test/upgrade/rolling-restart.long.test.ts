/** Every process of an exchange is replaced under load, two of each kind, one after the other. */
import { startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { ChangeOver } from './change-over';
import { thisRelease } from './release';

const STEADY_MS = 8_000;

test('gateways, workers and relays are replaced, and no request fails', async () => {
  const release = await thisRelease();
  const servers = await startTestServers(sharedServers().binaries);
  const changeOver = await ChangeOver.begin(release, servers.addresses);
  try {
    await changeOver.to(release, STEADY_MS);
  } finally {
    await changeOver.close();
    await servers.stop();
  }
}, 900_000);
