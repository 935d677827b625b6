import { randomUUID } from 'node:crypto';
import type { Adversary } from '../adversary';

/** Each is read as the name, or is refused for what cannot be seen in it. */
const LOOK_ALIKES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => `  ${name} `,
  (name) => name.replace('S', '\uFF33'),
  (name) => name.replace('e', 'e\u200B'),
  (name) => `\u202E${name}`,
];

export const takenNames: Adversary = {
  name: 'taken-names',
  does: 'Sellers take the names of honest sellers in every spelling, undercut them, and fail all requests that pin such a name.',
  attacks: 'bids that pin an honest seller by its name',
  prepare: async (attacker) => {
    const { sellerNames, endpointUrls } = attacker.market;
    const key = await attacker.buyer('10');
    await Promise.all(
      LOOK_ALIKES.slice(0, 4).map(async (spell) => {
        const models = [attacker.market.model];
        const seller = await attacker.seller('error500', { name: spell(sellerNames[0]!), models });
        await attacker.ask(seller, { capacity: 1_000 });
      }),
    );
    return () =>
      attacker.repeat(4, 100, async (caller) => {
        const body = {
          name: LOOK_ALIKES[4 + (caller % 2)]!(sellerNames[0]!),
          supported_models: ['any'],
          endpoint_url: `${endpointUrls[0]}/${randomUUID()}`,
          api_key: randomUUID(),
        };
        await attacker.send('POST', '/seller/v1/register', { body });
        const pinned = await attacker.chat(key, { venue_pin: sellerNames[0]! });
        if (pinned.status === 400) attacker.note('a pin by name is refused');
      });
  },
};
