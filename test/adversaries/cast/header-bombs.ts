import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const headerBombs: Adversary = {
  name: 'header-bombs',
  does: 'An anonymous client sends as many headers as are accepted, and a seller answers with endless headers.',
  attacks: 'memory and connections on both sides of the market',
  prepare: async (attacker) => {
    const { model, key } = await attacker.ownMarket(BEHAVIOURS.endlessHeaders({ gapMs: 1 }));
    const many = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`x-${index}`, 'a'.repeat(8)]),
    );
    const long = { 'x-long': 'a'.repeat(60_000), authorization: `Bearer ${'b'.repeat(12_000)}` };
    return () =>
      attacker.repeat(9, 50, (caller) => {
        if (caller < 3) return attacker.chat(key, { model });
        const headers: Record<string, string> = caller < 6 ? many : long;
        return attacker.send('GET', '/market/v1/account', { headers });
      });
  },
};
