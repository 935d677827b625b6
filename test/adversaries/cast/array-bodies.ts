import type { Adversary } from '../adversary';

export const arrayBodies: Adversary = {
  name: 'array-bodies',
  does: 'An unfunded buyer sends 1.8 MB of `[],` in an unknown field, at its rate limit.',
  attacks: "the gateway's event loop: parsing a body and counting its tokens",
  prepare: async (attacker) => {
    const key = await attacker.buyer();
    const arrays = `[${'[],'.repeat(600_000)}[]]`;
    const chat = JSON.stringify(attacker.chatBody()).slice(0, -1);
    const body = `${chat},"tools":${arrays}}`;
    return () =>
      attacker.repeat(4, 400, () => attacker.send('POST', '/v1/chat/completions', { key, body }));
  },
};
