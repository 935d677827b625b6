import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

export const ticketHoard: Adversary = {
  name: 'ticket-hoard',
  does: 'A buyer buys hundreds of tickets of a few tokens from the honest book, and places fill-or-kill orders that cannot be filled.',
  attacks:
    'the best asks, MongoDB and Temporal: each ticket is a lot with a workflow, for a hundredth of a cent',
  prepare: async (attacker) => {
    const key = await attacker.buyer('10');
    const { model } = attacker.market;
    const send = (path: string, body: object) =>
      attacker.send('POST', path, { key, headers: { 'idempotency-key': randomUUID() }, body });
    const impossible = {
      model_id: model,
      quantity: 900_000_000,
      price: '0.0012',
      time_in_force: 'FOK',
    };
    return () =>
      attacker.repeat(6, 150, (caller) =>
        caller < 4
          ? send('/buyer/v1/tickets', { model, quantity_tokens: 16, max_price: '0.0012' })
          : send('/market/v1/contracts', impossible),
      );
  },
};
