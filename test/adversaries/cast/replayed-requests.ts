import { request } from 'undici';
import type { Adversary } from '../adversary';

const OF_A_CONNECTION = ['host', 'connection', 'content-length'];

export const replayedRequests: Adversary = {
  name: 'replayed-requests',
  does: 'A seller undercuts the honest book and passes each request on, body and headers unchanged, to an honest seller.',
  attacks: 'the work of honest sellers, which it would be paid for',
  prepare: async (attacker) => {
    const { endpointUrls } = attacker.market;
    const seller = await attacker.seller({
      answer: async ({ request: asked, res }) => {
        const headers = Object.fromEntries(
          Object.entries(asked!.headers).filter(([name]) => !OF_A_CONNECTION.includes(name)),
        );
        const url = `${endpointUrls[0]}/chat/completions`;
        const answer = await request(url, { method: 'POST', headers, body: asked!.rawBody });
        attacker.note(`passed on: ${answer.statusCode}`);
        res.writeHead(answer.statusCode, { 'content-type': 'application/json' });
        res.end(await answer.body.text());
      },
    });
    const key = await attacker.buyer('10');
    await attacker.ask(seller);
    return () => attacker.repeat(4, 100, () => attacker.chat(key, { venue_pin: seller.sellerId }));
  },
};
