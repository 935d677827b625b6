import type { Adversary } from '../adversary';

export const cancelAndReplace: Adversary = {
  name: 'cancel-and-replace',
  does: 'A seller places asks at the top of the honest book and cancels each immediately.',
  attacks: 'the book, its readers, and matches with an ask that is being cancelled',
  prepare: async (attacker) => {
    const sellers = await Promise.all(Array.from({ length: 6 }, () => attacker.seller()));
    return () =>
      attacker.repeat(12, 50, async (caller) => {
        const seller = sellers[caller % sellers.length]!;
        const { status, body } = await attacker.ask(seller, { price: '0.0011', capacity: 5_000 });
        if (status !== 200) return;
        const path = `/market/v1/sellers/${seller.sellerId}/asks/${body.ask_id}`;
        await attacker.send('DELETE', path, { sellerKey: seller.apiKey });
      });
  },
};
