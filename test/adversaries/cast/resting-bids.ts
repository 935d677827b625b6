import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

export const restingBids: Adversary = {
  name: 'resting-bids',
  does: 'A buyer rests hundreds of orders one tick below the best ask, and cancels and renews them.',
  attacks: 'the book: a bid that nearly matches is looked at by every ask',
  prepare: async (attacker) => {
    const key = await attacker.buyer('1000');
    const { model } = attacker.market;
    const place = () =>
      attacker.send('POST', '/market/v1/contracts', {
        key,
        headers: { 'idempotency-key': randomUUID() },
        body: { model_id: model, quantity: 1_000, price: '0.00099999' },
      });
    await attacker.each(attacker.size(300, 10), 8, place);
    return () =>
      attacker.repeat(6, 150, async () => {
        const { status, body } = await place();
        if (status !== 200) return;
        await attacker.send('DELETE', `/market/v1/orders/${body.order_id}`, { key });
      });
  },
};
