import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

const { inTurn, normal, resetAfterBody, cutAt, wrongUsage, error500 } = BEHAVIOURS;

export const changingAnswers: Adversary = {
  name: 'changing-answers',
  does: 'A seller resets and truncates answers, fails, answers each retry differently, and reports a million tokens of usage.',
  attacks: 'the charge for one request',
  prepare: async (attacker) => {
    const answers = Array.from({ length: 400 }, (_, index) => {
      const content = `answer ${index}`;
      return [resetAfterBody(), normal({ content }), cutAt(), wrongUsage(), error500()][index % 5]!;
    });
    const { model, key } = await attacker.ownMarket(inTurn(...answers));
    return () =>
      attacker.repeat(6, 100, (caller) => attacker.chat(key, { model, stream: caller % 2 === 0 }));
  },
};
