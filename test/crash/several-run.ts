/** The long run: `npm run crash:gateways -- --gateways 4 --kills 200`. */
import { SEED } from '../support/random';
import { playKills } from './several';

const number = (name: string, otherwise: number) =>
  Number.parseInt(process.env[name] ?? `${otherwise}`, 10);

const plan = {
  gateways: number('CRASH_GATEWAYS', 4),
  workers: number('CRASH_WORKERS', 2),
  relays: 2,
  buyers: number('CRASH_BUYERS', 8),
  kills: number('CRASH_KILLS', 50),
  seed: number('CRASH_SEED', SEED),
};

test(
  `${plan.kills} kills of ${plan.gateways} gateways, ${plan.workers} workers and ${plan.relays} relays`,
  async () => {
    process.stdout.write(`${JSON.stringify({ ...plan, ...(await playKills(plan)) })}\n`);
  },
  2 ** 31 - 1,
);
