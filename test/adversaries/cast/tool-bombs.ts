import type { Adversary } from '../adversary';

const deep = (levels: number) => `${'{"properties":{"a":'.repeat(levels)}1${'}}'.repeat(levels)}`;

export const toolBombs: Adversary = {
  name: 'tool-bombs',
  does: 'Unfunded buyers send tool schemas that are thousands of levels deep or have hundreds of thousands of members.',
  attacks: "the gateway's stack and event loop",
  prepare: async (attacker) => {
    const key = await attacker.buyer();
    const wide = Array.from({ length: 120_000 }, (_, index) => `"k${index}":0`).join();
    const words = Array.from({ length: 100_000 }, () => '{"type":"text","text":""}').join();
    const chat = JSON.stringify(attacker.chatBody()).slice(0, -1);
    const bodies = [
      `${chat},"tools":[${deep(40_000)}]}`,
      `${chat},"tools":[{${wide}}]}`,
      `${chat},"messages":[{"role":"user","content":[${words.slice(0, 1_800_000).replace(/,[^,]*,[^,]*$/, '')}]}]}`,
      `${'['.repeat(900_000)}${']'.repeat(900_000)}`,
    ];
    return () =>
      attacker.repeat(4, 400, (caller) =>
        attacker.send('POST', '/v1/chat/completions', { key, body: bodies[caller]! }),
      );
  },
};
