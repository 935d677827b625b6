import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const endlessStreams: Adversary = {
  name: 'endless-streams',
  does: 'A seller answers its own buyer with endless streams of one-token chunks.',
  attacks: "the gateway's memory and processor",
  prepare: async (attacker) => {
    const { model, key } = await attacker.ownMarket(BEHAVIOURS.endlessTokens());
    const body = { model, stream: true, max_tokens: 16 };
    return () => attacker.repeat(8, 200, () => attacker.chat(key, body));
  },
};
