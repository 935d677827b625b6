/** The long run: `npm run pauses`. Each server and process stands still under load; then all must be right. */
import { Exchange } from '../support/exchange';
import { startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { LOADS, type LoadName } from './loads';
import { type Outcome, PAUSED, type Paused, Pauses } from './pauses';
import { tableOf } from './table';

const listed = (name: string) => (process.env[name] ?? '').split(',').filter(Boolean);

function chosen<Name extends string>(variable: string, all: readonly Name[]): readonly Name[] {
  const names = listed(variable);
  const unknown = names.find((name) => !(all as readonly string[]).includes(name));
  if (unknown) throw new Error(`${unknown} is none of ${all.join(', ')}`);
  return names.length > 0 ? (names as Name[]) : all;
}

const paused = chosen<Paused>('PAUSES_PAUSED', PAUSED);
const seconds = listed('PAUSES_SECONDS').map((text) => Number.parseFloat(text));
const loads = chosen<LoadName>('PAUSES_LOADS', LOADS);
const count = Number.parseInt(process.env['PAUSES_COUNT'] ?? '20', 10);

test(
  `${paused.join(', ')} for ${seconds.join(', ')} seconds`,
  async () => {
    const servers = await startTestServers(sharedServers().binaries);
    const exchange = await Exchange.start({
      addresses: servers.addresses,
      gateways: 2,
      relay: true,
      settings: { CHAT_QUOTA: 1_000_000, ASKS_QUOTA: 1_000_000, ORDERS_QUOTA: 1_000_000 },
    });
    const pauses = await Pauses.open(exchange, servers);
    const outcomes: Outcome[] = [];
    for (const pausedSeconds of seconds) {
      for (const one of paused) {
        const outcome = await pauses.one({ paused: one, seconds: pausedSeconds, loads, count });
        outcomes.push(outcome);
        const left = outcome.faults.join('; ') || 'nothing left behind';
        process.stderr.write(`${one} paused for ${pausedSeconds} s: ${left}\n`);
      }
    }
    process.stdout.write(`${tableOf(outcomes)}\n`);
    await pauses.close();
    await exchange.stop();
    await servers.stop();
    expect(outcomes.filter(({ faults }) => faults.length > 0)).toEqual([]);
  },
  2 ** 31 - 1,
);
