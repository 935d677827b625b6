/** The long run: `npm run upgrade`. Another release, then this one, then the other one again, under load. */
import { startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { ChangeOver } from './change-over';
import { logErrorsOnly, unreplayable, withoutNamedMarker } from './histories';
import { type Release, releaseAt, thisRelease } from './release';
import { expectSharedEndpointsNamed } from './shared-endpoints';

const from = process.env['UPGRADE_FROM'] || undefined;
const steadyMs = Number.parseFloat(process.env['UPGRADE_SECONDS'] ?? '20') * 1_000;

let old: Release;
let present: Release;
beforeAll(async () => {
  logErrorsOnly();
  [old, present] = [await releaseAt(from), await thisRelease()];
}, 900_000);

test('workflows that began on the older release go on here', async () => {
  expect(await unreplayable(old, present)).toEqual([]);
});

test('workflows that began here go on in the older release, but for markers that the changelog names', async () => {
  expect(await withoutNamedMarker(await unreplayable(present, old))).toEqual([]);
});

test('sellers that share an endpoint of the older release are named once to the operator', async () => {
  const servers = await startTestServers(sharedServers().binaries, { isOfOlderRelease: true });
  try {
    await expectSharedEndpointsNamed(servers.addresses, old, present);
  } finally {
    await servers.stop();
  }
}, 300_000);

test(
  'an upgrade and a rollback under load',
  async () => {
    const servers = await startTestServers(sharedServers().binaries, { isOfOlderRelease: true });
    const changeOver = await ChangeOver.begin(old, servers.addresses);
    try {
      for (const release of [present, old]) await changeOver.to(release, steadyMs);
    } finally {
      await changeOver.close();
      await servers.stop();
    }
  },
  2 ** 31 - 1,
);
