import type { Adversary } from '../adversary';

export const shortLivedAsks: Adversary = {
  name: 'short-lived-asks',
  does: 'Sellers post asks that expire within a second, so that buyers are matched with asks about to expire.',
  attacks: 'matches just before an expiry, and the sweep of expired asks',
  prepare: async (attacker) => {
    const sellers = await Promise.all(Array.from({ length: 4 }, () => attacker.seller()));
    return () =>
      attacker.repeat(8, 80, (caller) =>
        attacker.ask(sellers[caller % 4]!, { price: '0.003', capacity: 500, ttl_seconds: 1 }),
      );
  },
};
