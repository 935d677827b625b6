import type { Adversary } from '../adversary';

export const provokedTimeOuts: Adversary = {
  name: 'provoked-time-outs',
  does: 'Six accounts of one owner send prompts that an honest engine never answers or answers only in part.',
  attacks: "honest sellers' standing, and the limit of requests in progress",
  prepare: async (attacker) => {
    const buyers = Array.from({ length: 6 }, () => attacker.buyer('10', { owner: 'rival' }));
    const keys = await Promise.all(buyers);
    return () =>
      attacker.repeat(attacker.size(60, 6), 200, (caller) => {
        const word = caller % 2 === 0 ? 'provoke-silence' : 'provoke-stall';
        const messages = [{ role: 'user', content: `Please ${word}` }];
        return attacker.chat(keys[caller % keys.length]!, { messages, stream: caller % 2 === 1 });
      });
  },
};
