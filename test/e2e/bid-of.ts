/** What a chat order was, as its workflow would go on with it; only while it is open. */
import type { ChatOrder } from '../../domain/chat';
import type { Exchange } from '../support/exchange';

export async function bidOf(exchange: Exchange, orderId: string): Promise<ChatOrder> {
  const order = await exchange.records.orders.findOne({ _id: orderId });
  if (!order?.bid) throw new Error(`Order ${orderId} is not open`);
  return order.bid;
}
