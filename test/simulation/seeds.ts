/** Seeds of the simulator, others in each run of the tests. */
import type { MarketTerms } from './market';
import type { Servers } from './processes';
import { closeServers, openServers } from './servers';
import { faultsOf, shrunk, simulate } from './simulate';

const { SIMULATION_SEEDS } = process.env;
const FIRST_SEED = Number(process.env['SIMULATION_SEED'] ?? 1_000_000 + (Date.now() % 1_000_000));

/**
 * As many tests as seeds, on servers of their own.
 * @param count of `npm test`, which has a minute of a quiet processor for all of them
 */
export function testSeeds(what: string, count: number, terms: MarketTerms): void {
  let servers: Servers;
  beforeAll(async () => {
    servers = await openServers();
  });
  afterAll(() => closeServers(servers));

  const length = Number(SIMULATION_SEEDS ?? count);
  const seeds = Array.from({ length }, (_, at) => FIRST_SEED + at);
  test.each(seeds)(`seed %i of ${what}: every order ends and what was told holds`, (seed) =>
    holds(seed, servers, terms),
  );
}

async function holds(seed: number, servers: Servers, terms: MarketTerms): Promise<void> {
  const planned = { faults: faultsOf(seed) };
  const { broken } = await simulate(seed, servers, planned, terms);
  if (broken.length === 0) return;
  const least = await shrunk(seed, servers, planned, terms);
  throw new Error(`Seed ${seed}: ${JSON.stringify({ broken, least }, null, 2)}`);
}
