/** All that a seller owes, page by page. */
import type { Exchange, TestSeller } from '../support/exchange';

export async function allDeliveries(exchange: Exchange, seller: TestSeller): Promise<any[]> {
  const headers = { 'x-seller-api-key': seller.apiKey };
  const rows: any[] = [];
  let query = '';
  for (;;) {
    const { body } = await exchange.send('GET', `/seller/v1/deliveries${query}`, { headers });
    rows.push(...body.deliveries);
    if (!body.next_cursor) return rows;
    query = `?cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}
