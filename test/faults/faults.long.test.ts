/** Every fault of the network, between the processes and each of the servers, for ten seconds. */
import type { ServerName } from '../support/servers';
import { BadNetwork, nameOf } from './bad-network';
import type { Fault } from './fault-proxy';

const SECONDS = 10;
const SERVERS: readonly ServerName[] = ['mongod', 'redis', 'temporal'];
const FAULTS: readonly Fault[] = [
  { kind: 'refused' },
  { kind: 'silent' },
  { kind: 'held', direction: 'requests' },
  { kind: 'held', direction: 'answers' },
  { kind: 'late', delayMs: 20 },
  { kind: 'late', delayMs: 300 },
  { kind: 'narrow', bytesPerSecond: 20_000 },
  { kind: 'pieces', bytes: 1 },
  { kind: 'pieces', bytes: 17 },
  { kind: 'broken', afterBytes: 50 },
  { kind: 'broken', afterBytes: 5_000 },
];

let network: BadNetwork;
beforeAll(async () => {
  network = await BadNetwork.open();
});
afterAll(() => network?.close());

const cases = SERVERS.flatMap((server) => FAULTS.map((fault) => ({ server, fault })));

test.each(cases.map((one) => [nameOf(one), one] as const))(
  '%s',
  (_, one) => network.pass({ ...one, seconds: SECONDS }),
  600_000,
);
