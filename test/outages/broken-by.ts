/** Simulations of outages. */
import type { MarketTerms } from '../simulation/market';
import type { Servers } from '../simulation/processes';
import { type Planned, simulate } from '../simulation/simulate';
import { evidence } from '../support/evidence';

/** Seeds in which a scene is looked for: not every account can pay in every market. */
const TRIES = 8;

/** @returns what is broken in the first seeds that reach the scene */
export async function brokenBy(
  servers: Servers,
  planned: Omit<Planned, 'faults'>,
  terms: MarketTerms,
  seeds = 1,
): Promise<string[]> {
  const found: string[] = [];
  let reached = 0;
  for (let seed = 1; seed <= TRIES * seeds && reached < seeds; seed += 1) {
    const withoutFaults = { faults: new Map(), ...planned };
    const { broken, isReached } = await simulate(seed, servers, withoutFaults, terms);
    if (!isReached && broken.length === 0) continue;
    reached += 1;
    found.push(...broken.map((text) => `seed ${seed}: ${text}`));
  }
  if (reached === 0) throw new Error(`No seed reaches ${planned.absence?.at.join(' ')}`);
  evidence('point', { effect: planned.absence?.at[1], fault: planned.absence?.of });
  return found;
}
