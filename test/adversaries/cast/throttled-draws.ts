import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

const WORDS = ['provoke-429', 'provoke-500', 'provoke-400'];

export const throttledDraws: Adversary = {
  name: 'throttled-draws',
  does: 'The holder of a ticket draws on it with prompts that the seller throttles for ten minutes or fails on, to obtain a refund.',
  attacks: "the seller's take-or-pay revenue: a defaulted lot is refunded",
  prepare: async (attacker) => {
    const key = await attacker.buyer('50');
    const { model } = attacker.market;
    const { status, body } = await attacker.send('POST', '/buyer/v1/tickets', {
      key,
      headers: { 'idempotency-key': randomUUID() },
      body: { model, quantity_tokens: 50_000, max_price: '0.0012' },
    });
    if (status !== 200) throw new Error(`ticket: ${status} ${JSON.stringify(body)}`);
    return () =>
      attacker.repeat(3, 300, (caller) => {
        const messages = [{ role: 'user', content: `Please ${WORDS[caller]}` }];
        return attacker.chat(body.credential, { messages, stream: caller !== 2 });
      });
  },
};
