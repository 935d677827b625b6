import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Adversary } from '../adversary';

export const slowBodies: Adversary = {
  name: 'slow-bodies',
  does: 'An anonymous client opens hundreds of requests and sends each a byte at a time.',
  attacks: "the gateway's connections and memory",
  prepare: async (attacker) => {
    const key = await attacker.buyer();
    const port = Number(new URL(attacker.market.url).port);
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: market\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
    const drip = async (caller: number): Promise<void> => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).on('data', () => attacker.note('answered'));
      // Every second request never completes its headers.
      socket.write(caller % 2 === 0 ? `${head}content-length: 1000000\r\n\r\n{` : head);
      attacker.note('opened');
      while (!attacker.signal.aborted && !socket.destroyed) {
        await delay(500, undefined, { signal: attacker.signal }).catch(() => undefined);
        socket.write(caller % 2 === 0 ? ' ' : 'x-more: 1\r\n');
      }
      socket.destroy();
    };
    return () => attacker.repeat(attacker.size(600, 20), 50, drip);
  },
};
