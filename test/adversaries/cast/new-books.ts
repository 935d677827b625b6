import type { Adversary } from '../adversary';
import { newModel } from '../attacker';

const MODELS_PER_SELLER = 500;

export const newBooks: Adversary = {
  name: 'new-books',
  does: 'Sellers post several asks at once for models without a book, while a buyer bids for each.',
  attacks:
    'the building of books from the records: every process requests every book at the same time',
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
