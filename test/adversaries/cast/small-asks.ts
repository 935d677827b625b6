import type { Adversary } from '../adversary';

export const smallAsks: Adversary = {
  name: 'small-asks',
  does: 'Ten free sellers post 9,900 asks of 16 tokens, cheaper than every honest ask, and renew them.',
  attacks: 'Redis: a match that scans asks it cannot use',
  prepare: async (attacker) => {
    const server = await attacker.server();
    const sellers = await Promise.all(
      Array.from({ length: attacker.size(10, 2) }, () => attacker.seller(server)),
    );
    const place = (index: number) =>
      attacker.ask(sellers[index % sellers.length]!, { price: '0.00001', capacity: 16 });
    await attacker.each(attacker.size(9_900, 40), 16, place);
    return () => attacker.repeat(4, 100, place);
  },
};
