import { setTimeout as delay } from 'node:timers/promises';
import type { Adversary } from '../adversary';

const PROMPT = 'Read this again and again. '.repeat(800);

export const abandonedPrompts: Adversary = {
  name: 'abandoned-prompts',
  does: 'A buyer sends long prompts to the honest book and leaves each stream before its first token.',
  attacks: 'honest sellers, who work unpaid',
  prepare: async (attacker) => {
    const key = await attacker.buyer('10');
    const messages = [{ role: 'user', content: PROMPT }];
    const body = JSON.stringify(attacker.chatBody({ stream: true, messages }));
    return () =>
      attacker.repeat(4, 50, async () => {
        const leaving = new AbortController();
        const answered = attacker
          .open('POST', '/v1/chat/completions', { key, body, signal: leaving.signal })
          .then(({ statusCode }) => attacker.note(String(statusCode)))
          .catch(() => attacker.note('left'));
        await delay(40);
        leaving.abort();
        await answered;
      });
  },
};
