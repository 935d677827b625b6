/** A seller that offers as fast as it is answered. */
import { randomUUID } from 'node:crypto';
import type { Answer, Exchange, TestSeller } from '../support/exchange';

/** A seller on an instrument of its own, whose quota is no matter. */
export async function openSeller(exchange: Exchange) {
  const model = `offered-${randomUUID().slice(0, 8)}`;
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, {
    quotas: { asks: { limit: 1_000_000, window_seconds: 60 } },
    reason: 'a test',
  });
  return { seller, model };
}

/** Asks of several callers at the gateways in turn, each after the other, until told to stop. */
export async function askUntil(
  exchange: Exchange,
  offer: { seller: TestSeller; model: string; callers: number; apiKey?: string },
  isOver: (answer: Answer) => boolean,
): Promise<Answer[]> {
  const { seller, model, apiKey = seller.apiKey } = offer;
  const answers: Answer[] = [];
  const path = `/market/v1/sellers/${seller.sellerId}/asks`;
  await Promise.all(
    Array.from({ length: offer.callers }, async (_, at) => {
      const gateway = at % exchange.gateways.length;
      const headers = { 'x-seller-api-key': apiKey };
      const body = { model_id: model, price: '0.001', capacity: 1_000 };
      for (let over = false; !over;) {
        const answer = await exchange.send('POST', path, { headers, body, gateway });
        answers.push(answer);
        over = isOver(answer);
      }
    }),
  );
  return answers;
}
