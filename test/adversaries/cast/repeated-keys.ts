import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

export const repeatedKeys: Adversary = {
  name: 'repeated-keys',
  does: 'A buyer sends the same Idempotency-Key many times concurrently, with the same and with different bodies, streamed and unstreamed.',
  attacks: 'idempotency: one request is dispatched and charged once',
  prepare: async (attacker) => {
    const key = await attacker.buyer('10');
    return () =>
      attacker.repeat(4, 300, async () => {
        const headers = { 'idempotency-key': randomUUID() };
        const bodies = [{}, {}, {}, { max_tokens: 65 }, { stream: true }];
        await Promise.all(bodies.map((body) => attacker.chat(key, body, headers)));
      });
  },
};
