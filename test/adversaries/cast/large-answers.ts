import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const largeAnswers: Adversary = {
  name: 'large-answers',
  does: 'A seller answers its own buyer with 7.9 MB of `1E20,`, which needs far more memory once parsed.',
  attacks:
    'settlement: an answer too large for a record would be retried forever and delay the settlements of others',
  prepare: async (attacker) => {
    const numbers = `[${'1E20,'.repeat(1_570_000)}1]`;
    const { model, key } = await attacker.ownMarket({
      answer: ({ res }) => {
        res.writeHead(200, { 'content-type': 'application/json' });
        res.end(
          `{"id":"large","object":"chat.completion","created":1,"model":"large","choices":[{"index":0,"message":{"role":"assistant","content":"large","logprobs":${numbers}},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":4,"total_tokens":14}}`,
        );
      },
    });
    const large = await attacker.ownMarket(BEHAVIOURS.normal({ content: '字'.repeat(2_600_000) }));
    return () =>
      attacker.repeat(4, 300, (caller) =>
        caller % 2 === 0
          ? attacker.chat(key, { model })
          : attacker.chat(large.key, { model: large.model }),
      );
  },
};
