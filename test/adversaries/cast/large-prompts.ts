import type { Adversary } from '../adversary';

export const largePrompts: Adversary = {
  name: 'large-prompts',
  does: 'A funded buyer sends prompts of 1.9 MB, eight at a time.',
  attacks: 'token counting, and the memory of every process that handles a prompt',
  prepare: async (attacker) => {
    const key = await attacker.buyer('1000');
    const content = '安い言葉 and cheap words; '.repeat(60_000);
    const messages = [{ role: 'user', content }];
    return () => attacker.repeat(attacker.size(8, 2), 200, () => attacker.chat(key, { messages }));
  },
};
