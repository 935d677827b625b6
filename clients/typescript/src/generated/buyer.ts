/** Written by `npm run generate`; do not edit. */

import type { RequestOptions, Transport } from '../transport';
import type {
  CreateTicket,
  CreatedTicket,
  Ticket,
} from './types';

export class BuyerClient {
  constructor(private readonly transport: Transport) {}

  /**
   * Buy a ticket, or get a credential for a contract. With `model` and `quantity_tokens`: a prepaid
   * purchase, filled immediately by one seller. With only `contract_id`: a new credential for a
   * contract of the account, which revokes the previous one.
   */
  createTicket(body: CreateTicket, options: RequestOptions = {}): Promise<CreatedTicket> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/buyer/v1/tickets',
        credential: 'buyer',
        idempotent: true,
        repeatable: true,
        body,
      },
      options,
    );
  }

  /** A ticket, without its credential */
  getTicket(id: string, options: RequestOptions = {}): Promise<Ticket> {
    return this.transport.send(
      {
        method: 'GET',
        path: `/buyer/v1/tickets/${encodeURIComponent(id)}`,
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }
}
