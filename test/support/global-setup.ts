import { findChromium, findMongod, findRedis, findTemporal } from '../../setup/servers/tools';
import { ExchangePool, POOL_VARIABLE } from './exchange-pool';
import { startTestServers } from './servers';
import { SERVERS_VARIABLE, keepPool, keepServers } from './shared-servers';

/** Which files a run was asked for, as jest tells its global setup. */
interface Chosen {
  readonly nonFlagArgs: readonly string[];
}
interface Patterns {
  readonly testMatch: readonly string[];
}

/**
 * Starts the servers that all test files share, unless the environment names running ones; each test
 * uses its own database.
 */
export default async function globalSetup(chosen: Chosen, patterns: Patterns): Promise<void> {
  const pool = await ExchangePool.open();
  keepPool(pool);
  process.env[POOL_VARIABLE] = pool.url;
  if (process.env[SERVERS_VARIABLE]) return;
  const progress = (line: string) => process.stderr.write(`${line}\n`);
  const [mongod, redis, temporal, chromium] = await Promise.all([
    findMongod(progress),
    findRedis(progress),
    findTemporal(progress),
    opensBrowser(chosen, patterns) ? findChromium(progress) : null,
  ]);
  // Read by the tests of the console.
  if (chromium) process.env.CHROMIUM_BINARY = chromium;
  const binaries = { mongod, redis, temporal };
  const servers = await startTestServers(binaries);
  keepServers(servers);
  void servers.lost.then((why) => progress(why));
  process.env[SERVERS_VARIABLE] = JSON.stringify({ binaries, addresses: servers.addresses });
}

/** Measurements and single files of other folders need no browser. */
function opensBrowser({ nonFlagArgs }: Chosen, { testMatch }: Patterns): boolean {
  const isSuite = testMatch.some((pattern) => pattern.endsWith('.test.ts'));
  return isSuite && (nonFlagArgs.length === 0 || nonFlagArgs.join().includes('console'));
}
