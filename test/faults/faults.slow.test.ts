/** The network between the processes and a server fails for two seconds; `faults.long.test.ts` has all of it. */
import { type BadTime, BadNetwork, nameOf } from './bad-network';

const TIMES: readonly Omit<BadTime, 'seconds'>[] = [
  { server: 'mongod', fault: { kind: 'held', direction: 'answers' } },
  { server: 'redis', fault: { kind: 'broken', afterBytes: 700 } },
  { server: 'temporal', fault: { kind: 'silent' } },
];

let network: BadNetwork;
beforeAll(async () => {
  network = await BadNetwork.open();
});
afterAll(() => network?.close());

test.each(TIMES.map((time) => [nameOf(time), time] as const))('%s', (_, time) =>
  network.pass({ ...time, seconds: 2 }),
);
