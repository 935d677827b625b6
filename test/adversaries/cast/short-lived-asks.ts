import type { Adversary } from '../adversary';

export const shortLivedAsks: Adversary = {
  name: 'short-lived-asks',
  does: 'Sellers rest asks that expire within a second, so that buyers are matched with what is about to go.',
  attacks: 'matches at the edge of an expiry, and the sweep of what is over',
  prepare: async (attacker) => {
    const sellers = await Promise.all(Array.from({ length: 4 }, () => attacker.seller()));
    return () =>
      attacker.repeat(8, 80, (caller) =>
        attacker.ask(sellers[caller % 4]!, { price: '0.003', capacity: 500, ttl_seconds: 1 }),
      );
  },
};
