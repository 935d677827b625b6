/** The servers of the tests, which start once for several runs: that takes as long as a short test. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Each run leaves its databases in the memory of the servers. */
const RUNS_PER_START = 10;

export class KeptServers {
  constructor() {
    this.running = null;
    this.runs = 0;
  }

  /** @returns {Promise<Record<string, string>>} tells the next run of jest where they are */
  async environment() {
    if (this.runs++ % RUNS_PER_START === 0) {
      await this.stop();
      await this.start();
    }
    const { binaries, servers } = this.running;
    const { SERVERS_VARIABLE } = require('../../test/support/shared-servers.ts');
    return { [SERVERS_VARIABLE]: JSON.stringify({ binaries, addresses: servers.addresses }) };
  }

  /** The next run has other servers: the last one may have left these in an endless loop. */
  async renew() {
    await this.stop();
    this.runs = 0;
  }

  async start() {
    const { findMongod, findRedis, findTemporal } = require('../servers/tools.ts');
    const { startTestServers } = require('../../test/support/servers.ts');
    const progress = (line) => process.stderr.write(`${line}\n`);
    const [mongod, redis, temporal] = await Promise.all([
      findMongod(progress),
      findRedis(progress),
      findTemporal(progress),
    ]);
    const binaries = { mongod, redis, temporal };
    this.running = { binaries, servers: await startTestServers(binaries) };
  }

  async stop() {
    await this.running?.servers.stop();
    this.running = null;
  }
}
