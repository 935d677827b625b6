import type { Adversary } from '../adversary';

export const manyChoices: Adversary = {
  name: 'many-choices',
  does: 'Buyers request 128 choices, the longest possible generation, and a single token.',
  attacks:
    'the arithmetic of a reservation, and the book: reservations of the largest and smallest size',
  prepare: async (attacker) => {
    const [key, poor] = await Promise.all([attacker.buyer('10'), attacker.buyer('0.0001')]);
    const bodies = [
      { n: 128, max_tokens: 100 },
      { n: 128, max_tokens: Number.MAX_SAFE_INTEGER },
      { max_tokens: 1_000_000_000_000 },
      { max_tokens: 1 },
    ];
    return () =>
      attacker.repeat(8, 150, (caller) =>
        attacker.chat(caller < 6 ? key : poor, bodies[caller % bodies.length]),
      );
  },
};
