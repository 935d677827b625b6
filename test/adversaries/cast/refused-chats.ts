import type { Adversary } from '../adversary';

export const refusedChats: Adversary = {
  name: 'refused-chats',
  does: 'An unfunded account, and one whose limit price is too low, send prompts of 1.5 MB that are refused.',
  attacks: 'storage: a refused prompt would be kept for a day',
  prepare: async (attacker) => {
    const keys = await Promise.all([attacker.buyer(), attacker.buyer('1')]);
    const messages = [{ role: 'user', content: 'Words without value. '.repeat(70_000) }];
    return () =>
      attacker.repeat(4, 200, (caller) =>
        attacker.chat(keys[caller % 2]!, { messages, max_price: '0.00000001' }),
      );
  },
};
