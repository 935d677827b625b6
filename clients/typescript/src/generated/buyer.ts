/** Written by `npm run generate`; do not edit. */

import { eachItem } from '../pages';
import type { RequestOptions, Transport } from '../transport';
import type {
  CreateTicket,
  CreatedTicket,
  CurrentKey,
  OpenTestAccount,
  TestAccount,
  Ticket,
  TicketList,
} from './types';

export interface ListTicketsQuery {
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size. */
  readonly limit?: number | undefined;
  /**
   * Each page searches the next 200 tickets, so it may have fewer than `limit` or no results; only
   * `has_more: false` marks the last page.
   */
  readonly status?: 'active' | 'exhausted' | 'expired' | 'defaulted' | undefined;
}

export class BuyerClient {
  constructor(private readonly transport: Transport) {}

  /**
   * The key of the request: its limit, and what it has used. With OpenRouter's names. What is
   * bought ahead is not part of the usage.
   */
  getCurrentKey(options: RequestOptions = {}): Promise<CurrentKey> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/buyer/v1/key',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
      },
      options,
    );
  }

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

  /** The tickets of the account, without their credentials */
  listTickets(query: ListTicketsQuery = {}, options: RequestOptions = {}): Promise<TicketList> {
    return this.transport.send(
      {
        method: 'GET',
        path: '/buyer/v1/tickets',
        credential: 'buyer',
        idempotent: false,
        repeatable: true,
        query,
      },
      options,
    );
  }

  /** Every item of `listTickets`, page after page. */
  iterateTickets(query: ListTicketsQuery = {}, options: RequestOptions = {}): AsyncGenerator<Ticket> {
    return eachItem(
      (cursor) => this.listTickets({ ...query, cursor }, options),
      (page) => page.tickets,
      query.cursor,
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

  /**
   * Open an account with test money. In test mode anybody may open an account; it begins with
   * `TEST_OPENING_BALANCE` of test money and a key. In the live market the answer is 404, and names
   * the address of test mode if there is one.
   */
  openTestAccount(body: OpenTestAccount, options: RequestOptions = {}): Promise<TestAccount> {
    return this.transport.send(
      {
        method: 'POST',
        path: '/buyer/v1/test-accounts',
        credential: null,
        idempotent: false,
        repeatable: false,
        body,
      },
      options,
    );
  }
}
