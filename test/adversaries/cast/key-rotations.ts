import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

export const keyRotations: Adversary = {
  name: 'key-rotations',
  does: 'Sellers continuously rotate their keys, rename themselves and repeat old registrations.',
  attacks: "Temporal: every rotation is an update of a seller's workflow",
  prepare: async (attacker) => {
    const sellers = await Promise.all(Array.from({ length: 6 }, () => attacker.seller()));
    const keys = sellers.map(({ apiKey }) => apiKey);
    return () =>
      attacker.repeat(sellers.length, 50, async (caller) => {
        const next = randomUUID();
        const { status } = await attacker.send('POST', '/seller/v1/register', {
          sellerKey: keys[caller]!,
          body: {
            name: `Rotating ${next.slice(0, 4)}`,
            endpoint_url: sellers[caller]!.server.url,
            supported_models: [attacker.market.model],
            api_key: next,
          },
        });
        if (status === 200) keys[caller] = next;
      });
  },
};
