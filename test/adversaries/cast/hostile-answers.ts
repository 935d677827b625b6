import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

const { inTurn, endlessBody, endlessEvent, endlessStream, invalidUtf8, notHttp, redirect } =
  BEHAVIOURS;

export const hostileAnswers: Adversary = {
  name: 'hostile-answers',
  does: 'A seller answers its own buyer with endless bodies, events and streams, with redirects, and with bytes that are not HTTP.',
  attacks: 'the memory of a worker, and the hosts behind it',
  prepare: async (attacker) => {
    const answers = Array.from({ length: 300 }, (_, index) => {
      const kinds = [
        endlessBody(),
        endlessStream(),
        endlessEvent(),
        redirect({ location: attacker.market.adminUrl }),
        invalidUtf8(),
        notHttp(),
      ];
      return kinds[index % kinds.length]!;
    });
    const { model, key } = await attacker.ownMarket(inTurn(...answers));
    return () =>
      attacker.repeat(8, 150, (caller) => attacker.chat(key, { model, stream: caller % 2 === 0 }));
  },
};
