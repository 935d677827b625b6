import { randomBytes } from 'node:crypto';
import type { Adversary } from '../adversary';

export const credentialGuesses: Adversary = {
  name: 'credential-guesses',
  does: 'An anonymous client guesses credentials of tickets, buyers and sellers on many connections.',
  attacks: 'the lookup of keys, and other clients at the same IP address',
  prepare: async (attacker) => {
    const guess = (prefix: string) => prefix + randomBytes(24).toString('base64url');
    return () =>
      attacker.repeat(attacker.size(120, 9), 20, (caller) => {
        if (caller % 3 === 0) return attacker.chat(guess('tkt_'));
        if (caller % 3 === 1)
          return attacker.send('GET', '/market/v1/account', { key: guess('bk_') });
        return attacker.send('GET', '/seller/v1/profile', { sellerKey: guess('') });
      });
  },
};
