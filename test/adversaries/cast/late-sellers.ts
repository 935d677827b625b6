import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const lateSellers: Adversary = {
  name: 'late-sellers',
  does: 'A seller answers two hundred requests of its own buyers just before the time-out, all the time.',
  attacks: 'the places for dispatches under way in a worker',
  prepare: async (attacker) => {
    const { model, key } = await attacker.ownMarket(BEHAVIOURS.slowFirstByte({ delayMs: 3_500 }));
    return () =>
      attacker.repeat(attacker.size(200, 10), 50, (caller) =>
        attacker.chat(key, { model, stream: caller % 2 === 0 }),
      );
  },
};
