import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

const SPELLINGS: readonly ((url: string) => string)[] = [
  (url) => `${url}/`,
  (url) => url.replace('/v1', '//v1//'),
  (url) => `${url}/chat/completions`,
  (url) => url.replace('/v1', '/%76%31'),
  (url) => `${url}?x=1`,
  (url) => url.replace('127.0.0.1', 'localhost'),
];

export const endpointSpellings: Adversary = {
  name: 'endpoint-spellings',
  does: 'An anonymous client registers the endpoints of honest sellers by other spellings, with a key of its own, to sell their work.',
  attacks: 'the earnings of honest sellers, and the register of endpoints',
  prepare: async (attacker) => {
    const { endpointUrls, model } = attacker.market;
    let count = 0;
    return () =>
      attacker.repeat(6, 50, async () => {
        count += 1;
        const spell = SPELLINGS[count % SPELLINGS.length]!;
        const body = {
          name: 'Cheaper',
          endpoint_url: spell(endpointUrls[count % endpointUrls.length]!),
          supported_models: [model],
          api_key: randomUUID(),
        };
        const { status } = await attacker.send('POST', '/seller/v1/register', { body });
        if (status === 200) attacker.note('registered');
      });
  },
};
