/** `npm start` with servers of the operator's: one that does not answer is named without its password. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NpmStart, freePorts } from '../setup/npm-start';
import { sharedServers } from '../support/shared-servers';

test.each([
  ['REDIS_URL', 'redis://user:wrong-password@127.0.0.1:1', 'Redis at redis://127.0.0.1:1 does'],
  [
    'MONGODB_URI',
    'mongodb://user:wrong-password@127.0.0.1:1/?replicaSet=x',
    'MongoDB at mongodb://127.0.0.1:1/?replicaSet=x does',
  ],
])('%s', async (setting, address, said) => {
  const home = await mkdtemp(join(tmpdir(), 'tokenbook-given-'));
  const { mongoUri, redisUrl, temporalAddress } = sharedServers().addresses;
  const given = { MONGODB_URI: mongoUri, REDIS_URL: redisUrl, TEMPORAL_ADDRESS: temporalAddress };
  const environment = { ...(await freePorts()), ...given, [setting]: address };
  const start = NpmStart.run(home, environment, '--no-demo');
  expect(await start.exited).toBe(1);
  expect(start.output()).toContain(`${said} not answer`);
  expect(start.output()).not.toContain('wrong-password');
  await rm(home, { recursive: true, force: true });
});
