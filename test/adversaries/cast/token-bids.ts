import { randomUUID } from 'node:crypto';
import { formatPrice, parsePrice } from '../../../domain/money';
import { DEFAULT_LOT_TOKENS } from '../../../domain/quantities';
import type { Adversary } from '../adversary';

export const tokenBids: Adversary = {
  name: 'token-bids',
  does: 'A buyer rests bids that cost next to nothing: of one token at the lowest price, of a token less than a lot just below the best ask, and of a lot more than a quarter below it.',
  attacks:
    'the ceiling of requests without max_price: a mid below the best ask refuses all of them',
  honestWithoutPrice: true,
  prepare: async (attacker) => {
    const key = await attacker.buyer('1000');
    const { model, bestPrice } = attacker.market;
    const best = parsePrice(bestPrice, 'perThousand', 'price');
    const at = (priceScale8: bigint) => formatPrice(priceScale8, 'perThousand');
    const bids = [
      { price: at(1n), quantity: 1 },
      { price: at(best - 1n), quantity: DEFAULT_LOT_TOKENS - 1 },
      { price: at((3n * best - 1n) / 4n), quantity: DEFAULT_LOT_TOKENS },
    ];
    const place = async (index: number) => {
      const { status, body } = await attacker.send('POST', '/market/v1/contracts', {
        key,
        headers: { 'idempotency-key': randomUUID() },
        body: { model_id: model, ...bids[index % bids.length] },
      });
      return status === 200 ? (body.order_id as string) : null;
    };
    await attacker.each(attacker.size(300, bids.length), 8, place);
    let placed = 0;
    return () =>
      attacker.repeat(6, 150, async () => {
        const orderId = await place(placed++);
        if (orderId !== null)
          await attacker.send('DELETE', `/market/v1/orders/${orderId}`, { key });
      });
  },
};
