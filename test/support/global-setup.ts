import { findMongod, findRedis, findTemporal } from '../../setup/servers/tools';
import { ExchangePool, POOL_VARIABLE } from './exchange-pool';
import { startTestServers } from './servers';
import { SERVERS_VARIABLE, keepPool, keepServers } from './shared-servers';

/** Starts the servers that all test files share; each test uses its own database. */
export default async function globalSetup(): Promise<void> {
  const progress = (line: string) => process.stderr.write(`${line}\n`);
  const [mongod, redis, temporal] = await Promise.all([
    findMongod(progress),
    findRedis(progress),
    findTemporal(progress),
  ]);
  const binaries = { mongod, redis, temporal };
  const servers = await startTestServers(binaries);
  keepServers(servers);
  process.env[SERVERS_VARIABLE] = JSON.stringify({ binaries, addresses: servers.addresses });
  const pool = await ExchangePool.open();
  keepPool(pool);
  process.env[POOL_VARIABLE] = pool.url;
}
