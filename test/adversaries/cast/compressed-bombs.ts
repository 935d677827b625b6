import { gzipSync } from 'node:zlib';
import type { Adversary } from '../adversary';
import { BEHAVIOURS } from '../../support/sellers/behaviours';

export const compressedBombs: Adversary = {
  name: 'compressed-bombs',
  does: 'An unfunded buyer and a seller send small compressed bodies that decompress to 200 MB.',
  attacks: 'the memory of gateway and worker',
  prepare: async (attacker) => {
    const { model, key } = await attacker.ownMarket(BEHAVIOURS.gzipBomb({ megabytes: 200 }));
    const penniless = await attacker.buyer();
    const body = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
    const options = { key: penniless, headers: { 'content-encoding': 'gzip' }, body };
    return () =>
      attacker.repeat(6, 200, (caller) =>
        caller < 3
          ? attacker.send('POST', '/v1/chat/completions', options)
          : attacker.chat(key, { model }),
      );
  },
};
