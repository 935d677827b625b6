import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

export const orderSearches: Adversary = {
  name: 'order-searches',
  does: 'A buyer with hundreds of resting orders searches them with every text, page and filter.',
  attacks: 'MongoDB: queries that read more than they return',
  prepare: async (attacker) => {
    const key = await attacker.buyer('1000');
    const { model } = attacker.market;
    await attacker.each(attacker.size(400, 10), 8, (index) =>
      attacker.send('POST', '/market/v1/contracts', {
        key,
        headers: { 'idempotency-key': randomUUID() },
        body: { model_id: model, quantity: 100 + index, price: '0.00001' },
      }),
    );
    const searches = [
      'q=a',
      'q=-',
      `q=${'z'.repeat(200)}`,
      'q=.*.*.*.*%24',
      `q=${model}&status=open`,
    ];
    return () =>
      attacker.repeat(8, 20, (caller) => {
        const query = searches[caller % searches.length];
        return attacker.send('GET', `/market/v1/orders?limit=100&${query}`, { key });
      });
  },
};
