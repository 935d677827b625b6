import type { Adversary } from '../adversary';

/** A seller has at most 128 connections; each of ten accounts may have 200 requests in progress. */
export const fullConnections: Adversary = {
  name: 'full-connections',
  does: 'Funded buyers keep more requests in progress at the cheapest seller than it has connections for.',
  attacks: 'all buyers that match that seller, and its lots',
  prepare: async (attacker) => {
    const buyers = Array.from({ length: 4 }, () => attacker.buyer('10'));
    const keys = await Promise.all(buyers);
    const messages = [{ role: 'user', content: 'Please provoke-thought' }];
    const [cheapest] = attacker.market.sellerIds;
    return () =>
      attacker.repeat(attacker.size(160, 8), 100, (caller) =>
        attacker.chat(keys[caller % keys.length]!, { messages, venue_pin: cheapest }),
      );
  },
};
