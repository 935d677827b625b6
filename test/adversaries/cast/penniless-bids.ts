import type { Adversary } from '../adversary';

export const pennilessBids: Adversary = {
  name: 'penniless-bids',
  does: 'Ten accounts without money bid for the whole of the best ask, at the quota of their keys.',
  attacks: 'the best ask, which a reservation would keep from those who can pay',
  prepare: async (attacker) => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => attacker.buyer()));
    return () =>
      attacker.repeat(keys.length, 100, (caller) =>
        attacker.chat(keys[caller]!, { max_tokens: 90_000_000 }),
      );
  },
};
