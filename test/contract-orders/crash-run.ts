/**
 * The long run: `npm run crash:contracts -- --kills 100`. Each time a mixed load is under way, one
 * process or server is killed and started again; then everything must be right.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { evidence } from '../support/evidence';
import { Exchange } from '../support/exchange';
import { SEED } from '../support/random';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { MixedLoad } from './mixed-load';
import { QuietChecks } from './quiet-checks';

const number = (name: string, otherwise: number) =>
  Number.parseInt(process.env[name] ?? `${otherwise}`, 10);
const kills = number('CRASH_KILLS', 20);
const seed = number('CRASH_SEED', SEED);
const acts = number('CRASH_ACTS', 60);

const VICTIMS = ['worker', 'relay', 'gateway', 'redis', 'temporal', 'mongod'] as const;
type Victim = (typeof VICTIMS)[number];

async function killAndStart(exchange: Exchange, servers: TestServers, victim: Victim) {
  switch (victim) {
    case 'worker':
      await exchange.workers.find(({ alive }) => alive)!.kill('SIGKILL');
      return exchange.startWorker();
    case 'gateway':
      await exchange.gateways.find(({ alive }) => alive)!.kill('SIGKILL');
      return exchange.startGateway();
    case 'relay':
      await exchange.relay!.kill('SIGKILL');
      return exchange.startRelay();
    case 'redis':
    case 'temporal':
    case 'mongod':
      await servers.kill(victim);
      return servers.restart(victim);
  }
}

test(
  `${kills} kills`,
  async () => {
    const servers = await startTestServers(sharedServers().binaries);
    const exchange = await Exchange.start({
      addresses: servers.addresses,
      relay: true,
      settings: { GATEWAY_WORKER: 'off', ASKS_QUOTA: 1_000_000, CHAT_QUOTA: 1_000_000 },
    });
    const load = new MixedLoad(exchange, seed, async (orderId) => {
      const order = await exchange.records.contractOrders.findOne({ _id: orderId });
      await exchange.temporal.workflow
        .getHandle(order!.workflowId)
        .cancel()
        .catch(() => undefined);
    });
    await load.open(3);
    const checks = await QuietChecks.open(exchange, load);
    const startedAt = performance.now();
    let orders = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const victim = VICTIMS[(kill + seed) % VICTIMS.length]!;
      const underWay = load.burst(acts);
      await delay((kill * 37 + seed * 11) % 400);
      await killAndStart(exchange, servers, victim);
      await underWay;
      await checks.all();
      orders += load.told.splice(0).length;
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      process.stderr.write(`${kill} of ${kills}: ${victim} killed, all right; ${seconds} s\n`);
    }
    const fills = await exchange.records.fills.countDocuments({ kind: 'capacity' });
    const result = { kills, orders, fills, seed };
    process.stdout.write(`${JSON.stringify(result)}\n`);
    evidence('run', { text: `${kills} kills, seed ${seed}` });
    await checks.close();
    await exchange.stop();
    await servers.stop();
  },
  2 ** 31 - 1,
);
