import WebSocket from 'ws';
import type { Adversary } from '../adversary';

export const socketFlood: Adversary = {
  name: 'socket-flood',
  does: 'An anonymous client opens a thousand WebSockets of the order book, reads none of them, and sends unsolicited frames.',
  attacks: "the gateway's memory and the fan-out of the book",
  prepare: async (attacker) => {
    const url = attacker.market.url.replace('http', 'ws');
    const path = `/market/v1/orderbook?model_id=${encodeURIComponent(attacker.market.model)}`;
    const seller = await attacker.seller();
    const open = () =>
      new Promise<void>((resolve) => {
        const socket = new WebSocket(url + path, {
          headers: { 'x-forwarded-for': attacker.market.address },
        });
        attacker.signal.addEventListener('abort', () => socket.terminate());
        socket.on('open', () => {
          attacker.note('opened');
          socket.pause();
          socket.send('x'.repeat(60_000), () => resolve());
        });
        socket.on('error', (err) => {
          attacker.note(err.message);
          resolve();
        });
      });
    const change = () => attacker.ask(seller, { price: '0.002', capacity: 1_000, ttl_seconds: 5 });
    return () => {
      const sockets = attacker.each(attacker.size(1_000, 20), 16, open);
      return Promise.all([sockets, attacker.repeat(2, 50, change)]);
    };
  },
};
