import { setTimeout as delay } from 'node:timers/promises';
import type { Adversary } from '../adversary';

export const leavingBuyers: Adversary = {
  name: 'leaving-buyers',
  does: 'Buyers send requests and disconnect at random moments.',
  attacks: 'holds, reservations and channels that are never released',
  prepare: async (attacker) => {
    const key = await attacker.buyer('10');
    const body = (stream: boolean) => JSON.stringify(attacker.chatBody({ stream }));
    return () =>
      attacker.repeat(8, 120, async (caller) => {
        const leaving = new AbortController();
        const { signal } = leaving;
        const answered = attacker
          .open('POST', '/v1/chat/completions', { key, body: body(caller % 2 === 0), signal })
          .then(({ statusCode }) => attacker.note(String(statusCode)))
          .catch(() => attacker.note('left'));
        await delay(Math.random() * 120);
        leaving.abort();
        await answered;
      });
  },
};
