import type { Adversary } from '../adversary';

export const pennilessBids: Adversary = {
  name: 'penniless-bids',
  does: 'Ten unfunded accounts bid for the whole best ask, at the rate limit of their keys.',
  attacks: 'the best ask: a reservation would withhold it from buyers who can pay',
  prepare: async (attacker) => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => attacker.buyer()));
    return () =>
      attacker.repeat(keys.length, 100, (caller) =>
        attacker.chat(keys[caller]!, { max_tokens: 90_000_000 }),
      );
  },
};
