import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

/** Beside `self-trades`, whose few prints are chats: these are as many contract orders as it can place. */
export const listPricePrints: Adversary = {
  name: 'list-price-prints',
  does: 'A seller and a buyer in collusion print contract orders of one token at every distance from the price of the honest book.',
  attacks: 'the list price, which is a weighted median, and the last price',
  prepare: async (attacker) => {
    const { model } = attacker.market;
    const [seller, key] = await Promise.all([
      attacker.seller('normal', { models: [model] }),
      attacker.buyer('1000000'),
    ]);
    const prices = ['0.002', '0.009', '0.011', '1', '1000'];
    for (const price of prices) await attacker.ask(seller, { model_id: model, price });
    return () =>
      attacker.repeat(2, 100, (caller) => {
        const price = prices[caller % prices.length]!;
        const order = { model_id: model, quantity: 1, price, time_in_force: 'IOC' };
        return attacker.send('POST', '/market/v1/contracts', {
          key,
          body: {
            ...order,
            venue_pin: seller.sellerId,
          },
          headers: { 'idempotency-key': randomUUID() },
        });
      });
  },
};
