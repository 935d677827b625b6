/** A lot whose seller failed to deliver: its tokens were refunded. */
import { openMarket } from '../e2e/market';
import type { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { buyTicket } from './market';

export interface RefundedLot {
  readonly sellerId: string;
  readonly model: string;
  readonly contractId: string;
}

export async function refundedLot(exchange: Exchange): Promise<RefundedLot> {
  const { seller, model, key } = await openMarket(exchange);
  // Sellers of one owner that fail together are judged, those of several owners are not.
  const owner = { owner: 'one owner', reason: 'they fail side by side' };
  await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, owner);
  const { body: ticket } = await buyTicket(exchange, key, { model, quantity_tokens: 10_000 });
  seller.setBehaviour(BEHAVIOURS.status({ status: 500 }));
  const { body } = await exchange.chat(ticket.credential, { model });
  expect(body.code).toBe('seller_default');
  return { sellerId: seller.sellerId, model, contractId: ticket.contract_id };
}
