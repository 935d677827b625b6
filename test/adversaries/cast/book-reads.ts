import type { Adversary } from '../adversary';

export const bookReads: Adversary = {
  name: 'book-reads',
  does: 'An anonymous client repeatedly reads a book of thousands of asks, posted by its own sellers, whole and by region.',
  attacks: 'Redis: reads of a whole book',
  prepare: async (attacker) => {
    const server = await attacker.server();
    const sellers = await Promise.all(
      Array.from({ length: attacker.size(10, 2) }, () => attacker.seller(server)),
    );
    await attacker.each(attacker.size(5_000, 40), 16, (index) =>
      attacker.ask(sellers[index % sellers.length]!, {
        price: `0.${String(20_000 + index).padStart(7, '0')}`,
        capacity: 1_000,
      }),
    );
    const path = `/market/v1/orderbook?model_id=${encodeURIComponent(attacker.market.model)}`;
    const regions = ['', '&region=any', '&region=eu-west', '&region=us-east'];
    return () =>
      attacker.repeat(16, 20, (caller) => attacker.send('GET', path + regions[caller % 4]));
  },
};
