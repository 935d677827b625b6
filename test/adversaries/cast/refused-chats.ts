import type { Adversary } from '../adversary';

export const refusedChats: Adversary = {
  name: 'refused-chats',
  does: 'An account that never had money, and one that offers too little, send prompts of 1.5 MB to be refused.',
  attacks: 'storage: a prompt that nobody will answer is kept for a day',
  prepare: async (attacker) => {
    const keys = await Promise.all([attacker.buyer(), attacker.buyer('1')]);
    const messages = [{ role: 'user', content: 'Words without worth. '.repeat(70_000) }];
    return () =>
      attacker.repeat(4, 200, (caller) =>
        attacker.chat(keys[caller % 2]!, { messages, max_price: '0.00000001' }),
      );
  },
};
