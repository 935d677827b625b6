import { connect } from 'node:net';
import { once } from 'node:events';
import type { Adversary } from '../adversary';

export const idleConnections: Adversary = {
  name: 'idle-connections',
  does: 'An anonymous client opens connections, sends at most one request on each, and keeps them open.',
  attacks: "the gateway's file descriptors and memory",
  prepare: async (attacker) => {
    const port = Number(new URL(attacker.market.url).port);
    const open = async (index: number) => {
      const socket = connect(port, '127.0.0.1');
      attacker.signal.addEventListener('abort', () => socket.destroy());
      socket.on('error', (err: Error & { code?: string }) => attacker.note(err.code ?? err.name));
      socket.resume();
      await once(socket, 'connect');
      attacker.note('connected');
      if (index % 2 === 0) socket.write('GET /market/v1/markets HTTP/1.1\r\nhost: market\r\n\r\n');
    };
    return () => attacker.each(attacker.size(3_000, 50), 16, open);
  },
};
