import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

export const restingBids: Adversary = {
  name: 'resting-bids',
  does: 'A buyer places hundreds of bids one tick below the best ask, and repeatedly cancels and replaces them.',
  attacks: 'the book: every new ask is checked against bids that almost match',
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
