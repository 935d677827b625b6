import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const lateSellers: Adversary = {
  name: 'late-sellers',
  does: 'A seller keeps two hundred requests of its own buyers open and answers each just before the timeout.',
  attacks: 'the limit of concurrent dispatches per worker',
  prepare: async (attacker) => {
    const { model, key } = await attacker.ownMarket(BEHAVIOURS.slowFirstByte({ delayMs: 3_500 }));
    return () =>
      attacker.repeat(attacker.size(200, 10), 50, (caller) =>
        attacker.chat(key, { model, stream: caller % 2 === 0 }),
      );
  },
};
