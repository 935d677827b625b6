import type { Adversary } from '../adversary';

export const almostEnoughAsks: Adversary = {
  name: 'almost-enough-asks',
  does: 'Sellers post thousands of asks a few tokens smaller than the usual reservation.',
  attacks: 'Redis: the size classes of the book, whose boundary each ask just misses',
  prepare: async (attacker) => {
    const server = await attacker.server();
    const sellers = await Promise.all(
      Array.from({ length: attacker.size(10, 2) }, () => attacker.seller(server)),
    );
    // An honest request reserves about 90 tokens: each of these asks is slightly too small.
    const place = (index: number) =>
      attacker.ask(sellers[index % sellers.length]!, {
        price: '0.00002',
        capacity: 64 + (index % 12),
      });
    await attacker.each(attacker.size(5_000, 40), 16, place);
    return () => attacker.repeat(4, 100, place);
  },
};
