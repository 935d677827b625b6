import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

/** No owner connects the two accounts, so self-trade prevention does not apply. */
export const tradeRings: Adversary = {
  name: 'trade-rings',
  does: 'A seller and a buyer in collusion trade the same capacity repeatedly: orders, tickets and draws of one token each.',
  attacks: 'Temporal and MongoDB: every match creates a lot, and every lot has a workflow',
  prepare: async (attacker) => {
    const { model, key } = await attacker.ownMarket('normal');
    const order = (body: object, path: string) =>
      attacker.send('POST', path, { key, headers: { 'idempotency-key': randomUUID() }, body });
    const contract = { model_id: model, quantity: 1, price: '0.001', time_in_force: 'IOC' };
    const ticket = { model, quantity_tokens: 200, max_price: '0.001' };
    return () =>
      attacker.repeat(6, 100, async (caller) => {
        if (caller < 3) return order(contract, '/market/v1/contracts');
        const { status, body } = await order(ticket, '/buyer/v1/tickets');
        return status === 200 && attacker.chat(body.credential, { model });
      });
  },
};
