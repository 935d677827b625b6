/** Four gateways, two workers and two relays on one market, killed one after the other. In small; `npm run crash:gateways` goes on. */
import { SEED } from '../support/random';
import { playKills } from './several';

test(`whichever process is killed, each chat is answered, and charged once (seed ${SEED})`, async () => {
  const plan = { gateways: 4, workers: 2, relays: 2, buyers: 6, kills: 6, seed: SEED };
  const { chats, killed, told, checks, bookChecks } = await playKills(plan);
  expect(chats).toBeGreaterThan(plan.buyers);
  expect(Math.min(...Object.values(killed))).toBeGreaterThan(0);
  expect(Math.min(...Object.values(told), checks, bookChecks)).toBeGreaterThan(0);
}, 480_000);
