import type { Adversary } from '../adversary';
import { newModel } from '../attacker';

const MODELS_PER_SELLER = 500;

export const newBooks: Adversary = {
  name: 'new-books',
  does: 'Sellers offer models that nobody has offered before, several asks of each in the same moment, while a buyer bids for it.',
  attacks:
    'the opening of books from the records: every process wants each of them built, all at once',
  prepare: async (attacker) => {
    const server = await attacker.server();
    const key = await attacker.buyer('10');
    const models = Array.from({ length: MODELS_PER_SELLER }, newModel);
    const sellers = await Promise.all(
      Array.from({ length: attacker.size(8, 2) }, () => attacker.seller(server, { models })),
    );
    let next = 0;
    return () =>
      attacker.repeat(2, 50, async () => {
        const model = models[next++ % models.length]!;
        const asks = sellers.map((seller) => attacker.ask(seller, { model_id: model }));
        await Promise.all([...asks, attacker.chat(key, { model })]);
      });
  },
};
