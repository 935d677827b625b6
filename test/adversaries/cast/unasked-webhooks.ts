import type { Adversary } from '../adversary';

export const unaskedWebhooks: Adversary = {
  name: 'unasked-webhooks',
  does: 'Accounts make webhook endpoints at a host that belongs to somebody else and confirms none, send test events and make them again.',
  attacks: 'that host, and the webhooks of others',
  prepare: async (attacker) => {
    const victim = await attacker.server('status');
    const keys = await Promise.all(
      Array.from({ length: attacker.size(20, 3) }, () => attacker.buyer()),
    );
    return () =>
      attacker.repeat(keys.length, 100, async (caller) => {
        const key = keys[caller]!;
        const url = `http://127.0.0.1:${victim.port}/hook/${caller}`;
        const made = await attacker.send('POST', '/market/v1/webhooks', {
          key,
          body: { url, event_types: null },
        });
        const id = made.body?.webhook_id;
        if (!id) return;
        await attacker.send('POST', `/market/v1/webhooks/${id}/test`, { key });
        await attacker.send('DELETE', `/market/v1/webhooks/${id}`, { key });
        attacker.answers.set('requests at the victim', victim.requests.length);
      });
  },
};
