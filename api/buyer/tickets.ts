/** Capacity tickets: issued, and returned without their credential. */
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import type { Sealer } from '../../domain/sealing';
import type { PriceDeps } from '../../exchange/books/prevailing-price';
import { createOnce } from '../../exchange/idempotency/create-once';
import { afterFailedOrder } from '../../exchange/orders/order-service';
import type { TicketWorkflows } from '../../exchange/deps';
import { TicketService } from '../../exchange/tickets/ticket-service';
import type { TicketTerms } from '../../exchange/tickets/ticket-terms';
import { pastLots } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import { newestScore } from '../../records/queries/newest-score';
import type { TicketDocument } from '../../records/documents/ticket';
import { buyerOf, pathParameter } from '../context';
import { creationOf } from '../middleware/creation-request';
import type { CreateTicket, CreatedTicketBody, TicketBody } from '../schemas/contracts';
import type { RouteHandler } from '../routes/declared-route';
import type { ticketRoutes } from '../routes/tickets';
import { hasLots, ticketBody } from './ticket-bodies';

export interface TicketDeps extends PriceDeps {
  readonly settings: Settings;
  readonly records: Records;
  readonly sealer: Sealer;
  readonly contractOrders: TicketWorkflows;
}

export class TicketRoutes {
  private readonly tickets: TicketService;

  constructor(private readonly deps: TicketDeps) {
    this.tickets = new TicketService(deps);
  }

  readonly create: RouteHandler<typeof ticketRoutes.createTicket> = async (req, res, { body }) => {
    const terms = termsOf(body);
    const { accountId, keyId } = buyerOf(res);
    const { requestId, span } = res.locals;
    const { records, settings, sealer } = this.deps;
    const context = `ticket:${accountId}`;
    // The answer is stored encrypted, because it contains the credential.
    const { sealed } = await createOnce(records, {
      ...creationOf(req, settings, `tickets:${accountId}`),
      create: async (orderId, isRepeated) => {
        const { traceparent } = span ?? {};
        const caller = { accountId, keyId, requestId, traceparent };
        const request = { orderId, isRepeated, ...caller, terms };
        const { ticket, credential } = await this.tickets.issue(request);
        const created: CreatedTicketBody = { ...(await readBody(records, ticket)), credential };
        return { sealed: sealer.sealJson(created, context).toString('base64') };
      },
      afterFailure: afterFailedOrder(records),
    });
    res.json(sealer.openJson<CreatedTicketBody>(Buffer.from(sealed, 'base64'), context));
  };

  readonly show: RouteHandler<typeof ticketRoutes.getTicket> = async (req, res) => {
    const ticket = await this.tickets.find(pathParameter(req, 'id'), buyerOf(res).accountId);
    res.json(await readBody(this.deps.records, ticket));
  };
}

function termsOf(body: CreateTicket): TicketTerms {
  return {
    contractId: body.contract_id ?? null,
    modelId: body.model ?? null,
    quantityTokens: body.quantity_tokens ?? null,
    maxPriceScale8: body.max_price ?? null,
    region: body.region ?? null,
    tenor: body.tenor ?? null,
    ttlSeconds: body.ttl_seconds ?? null,
  };
}

async function readBody(records: Records, ticket: TicketDocument): Promise<TicketBody> {
  const { contractId } = ticket;
  const [contract, lots] = await Promise.all([
    records.contracts.findOne({ _id: contractId }),
    pastLots(records).ofContract(contractId),
  ]);
  if (!contract || !hasLots(lots)) throw fail('not_found');
  const score = await newestScore(records.reputations, lots[0].sellerId);
  return ticketBody({ ticket, contract, lots }, score, await records.ledger.capacity.now());
}
