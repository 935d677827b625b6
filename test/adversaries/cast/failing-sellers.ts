import type { Adversary } from '../adversary';
import { newModel } from '../attacker';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const failingSellers: Adversary = {
  name: 'failing-sellers',
  does: 'Two hundred sellers of one book fail every request at once, and a buyer of theirs has each of his chats go from one to the next.',
  attacks:
    'every process and server: a chat that nobody pays for costs a match, a hold and a release at each of them',
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
