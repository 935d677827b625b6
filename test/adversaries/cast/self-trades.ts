import type { Adversary } from '../adversary';

/** No owner connects the two accounts, so self-trade prevention does not apply. */
export const selfTrades: Adversary = {
  name: 'self-trades',
  does: 'A seller and a buyer in collusion sell each other a few tokens of a busy instrument at a million times its price.',
  attacks: 'The last price, candles and the list price',
  prepare: async (attacker) => {
    const { model } = attacker.market;
    const [seller, key] = await Promise.all([
      attacker.seller('normal', { models: [model] }),
      attacker.buyer('1000000'),
    ]);
    await attacker.ask(seller, { model_id: model, price: '1000', capacity: 1_000_000 });
    const pinned = { venue_pin: seller.sellerId, max_price: '1000', max_tokens: 8 };
    return () => attacker.repeat(2, 100, () => attacker.chat(key, pinned));
  },
};
