import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const slowReaders: Adversary = {
  name: 'slow-readers',
  does: 'A buyer requests long streams and reads none of them.',
  attacks: "the gateway's memory: unread output is buffered",
  prepare: async (attacker) => {
    const content = 'word '.repeat(2_000);
    const { model, key } = await attacker.ownMarket(BEHAVIOURS.normal({ content, chunks: 2_000 }));
    const body = attacker.chatBody({ model, stream: true, max_tokens: 4_000 });
    return () =>
      attacker.repeat(attacker.size(60, 6), 500, async () => {
        const answer = await attacker.open('POST', '/v1/chat/completions', {
          key,
          body: JSON.stringify(body),
        });
        attacker.note(String(answer.statusCode));
        answer.body.on('error', () => undefined).pause();
      });
  },
};
