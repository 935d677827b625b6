/** One outage of each of some scenes, in simulated time; outages.long.test.ts has all of them. */
import '../simulation/mocks';
import type { Servers } from '../simulation/processes';
import { closeServers, openServers } from '../simulation/servers';
import { brokenBy } from './broken-by';
import { someCases } from './scenes';

let servers: Servers;
beforeAll(async () => {
  servers = await openServers();
});
afterAll(() => closeServers(servers));

test.each(someCases())(
  '%s: nothing is lost, charged twice or left open',
  async (_name, { terms }, absence) => {
    expect(await brokenBy(servers, { absence }, terms)).toEqual([]);
  },
);
