import type { Adversary } from '../adversary';

const WORDS = ['provoke-400', 'provoke-500', 'provoke-malformed', 'provoke-429'];

export const provokedFailures: Adversary = {
  name: 'provoked-failures',
  does: 'Eight accounts of one owner, and one account without an owner, send prompts that an honest engine answers with 400, 500, 429 or malformed bodies.',
  attacks: "honest sellers' standing",
  prepare: async (attacker) => {
    const owned = Array.from({ length: 8 }, () => attacker.buyer('10', { owner: 'rival' }));
    const keys = await Promise.all([...owned, attacker.buyer('10')]);
    return () =>
      attacker.repeat(keys.length, 200, (caller) => {
        const word = WORDS[Math.floor(Math.random() * WORDS.length)];
        const messages = [{ role: 'user', content: `Please ${word}` }];
        return attacker.chat(keys[caller]!, { messages, stream: caller % 2 === 0 });
      });
  },
};
