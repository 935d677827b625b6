import type { Adversary } from '../adversary';

export const decisionsFlood: Adversary = {
  name: 'decisions-flood',
  does: 'Three sellers continuously report decision batches of the maximum size.',
  attacks: 'the gateway and MongoDB: 200 documents a request',
  prepare: async (attacker) => {
    const server = await attacker.server();
    const sellers = await Promise.all([0, 1, 2].map(() => attacker.seller(server)));
    const decision = { at: new Date().toISOString(), model_id: null, sold: false };
    const decisions = Array.from({ length: 200 }, () => ({ ...decision, reason: 'r'.repeat(500) }));
    return () =>
      attacker.repeat(9, 20, (caller) => {
        const { sellerId, apiKey: sellerKey } = sellers[caller % sellers.length]!;
        const path =
          caller < 3 ? `/market/v1/sellers/${sellerId}/decisions` : '/seller/v1/decisions';
        return attacker.send('POST', path, { sellerKey, body: { decisions } });
      });
  },
};
