import type { Adversary } from '../adversary';
import { newModel } from '../attacker';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const failingSellers: Adversary = {
  name: 'failing-sellers',
  does: 'Two hundred sellers of one book fail every request immediately, and their own buyer sends chats that fail over from one to the next.',
  attacks:
    'every process and server: an unpaid chat costs a match, a hold and a release for each seller',
  prepare: async (attacker) => {
    const model = newModel();
    const key = await attacker.buyer('1000');
    const server = await attacker.server(BEHAVIOURS.error500());
    await attacker.each(attacker.size(200, 10), 10, async () => {
      const seller = await attacker.seller(server, { models: [model] });
      await attacker.ask(seller, { model_id: model, price: '0.0001' });
    });
    return () =>
      attacker.repeat(attacker.size(100, 4), 50, (caller) =>
        attacker.chat(key, { model, stream: caller % 2 === 0 }),
      );
  },
};
