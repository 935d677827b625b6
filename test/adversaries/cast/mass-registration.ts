import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const massRegistration: Adversary = {
  name: 'mass-registration',
  does: 'An anonymous client registers thousands of sellers of 500 models each, at paths of one host that belongs to somebody else.',
  attacks: 'Temporal, MongoDB and that host: every seller has a workflow and health checks',
  prepare: async (attacker) => {
    const { port } = await attacker.server(BEHAVIOURS.error500());
    const supported_models = Array.from({ length: 500 }, (_, index) => `mass-${index}`);
    return () =>
      attacker.repeat(6, 20, () =>
        attacker.send('POST', '/seller/v1/register', {
          body: {
            name: 'Mass',
            endpoint_url: `http://127.0.0.1:${port}/${randomUUID()}`,
            supported_models,
            api_key: randomUUID(),
          },
        }),
      );
  },
};
