import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const endpointProofs: Adversary = {
  name: 'endpoint-proofs',
  does: 'An anonymous client registers paths of a host that never answers, so that the exchange asks each for a proof, and honest endpoints with keys of its own.',
  attacks: 'the places for questions, and the registrations of others',
  prepare: async (attacker) => {
    const { endpointUrls, model } = attacker.market;
    const { port } = await attacker.server(BEHAVIOURS.silent());
    return () =>
      attacker.repeat(attacker.size(64, 6), 50, (caller) => {
        const own = `http://127.0.0.1:${port}/${randomUUID()}`;
        return attacker.send('POST', '/seller/v1/register', {
          body: {
            name: 'Unproved',
            supported_models: [model],
            api_key: randomUUID(),
            endpoint_url: caller % 2 === 0 ? own : endpointUrls[caller % endpointUrls.length],
          },
        });
      });
  },
};
