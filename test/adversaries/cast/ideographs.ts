import type { Adversary } from '../adversary';

export const ideographs: Adversary = {
  name: 'ideographs',
  does: 'Unfunded buyers send prompts of 32 kB, in Chinese and as unbroken runs of one letter, at their rate limit.',
  attacks: "the gateway's event loop: counting tokens",
  prepare: async (attacker) => {
    const keys = await Promise.all(Array.from({ length: 2 }, () => attacker.buyer()));
    const texts = ['的一是不了人我在有他这中大来上国'.repeat(680), 'a'.repeat(32_000)];
    return () =>
      attacker.repeat(8, 100, (caller) => {
        const messages = [{ role: 'user', content: texts[caller % texts.length] }];
        return attacker.chat(keys[caller % keys.length]!, { messages });
      });
  },
};
