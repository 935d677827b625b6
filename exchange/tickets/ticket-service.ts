/**
 * Capacity tickets: bought immediately from one seller, or issued for a contract that the account
 * holds.
 */
import type { Settings } from '../../config/settings';
import type { ContractOrder } from '../../domain/contract-orders';
import { fail } from '../../domain/errors';
import { costScale8 } from '../../domain/money';
import { newId } from '../../domain/new-id';
import { checkNotional } from '../../domain/quantities';
import { pinOf } from '../../domain/regions';
import type { AccountDocument } from '../../records/documents/account';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import { KEY_PREFIXES, deriveKey, hashKey } from '../../domain/key-hash';
import type { TicketDocument } from '../../records/documents/ticket';
import { type PriceDeps, prevailingPriceScale8 } from '../books/prevailing-price';
import type { TicketWorkflows } from '../deps';
import { refusalOf } from '../orders/refused-order';
import { bindTicket } from './bind-ticket';
import { type TicketTerms, checkContractAlone, purchaseTerms } from './ticket-terms';

export interface TicketServiceDeps extends PriceDeps {
  readonly records: Records;
  readonly contractOrders: TicketWorkflows;
  readonly settings: Pick<Settings, 'secrets' | 'TOKENBOOK_MODE'>;
}

/** A request for a ticket. */
export interface TicketRequest {
  readonly orderId: string;
  /** Whether an earlier request had this id. */
  readonly isRepeated?: boolean;
  readonly accountId: string;
  /** The buyer key of the request: the ticket is redeemed under its quotas. */
  readonly keyId: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
  readonly terms: TicketTerms;
}

interface IssuedTicket {
  readonly ticket: TicketDocument;
  /** Derived from the order's id: a repetition after a crash yields the same credential. */
  readonly credential: string;
}

export class TicketService {
  constructor(private readonly deps: TicketServiceDeps) {}

  /**
   * @throws Failure `invalid_request`, `invalid_quantity`, `unauthorized`, `forbidden`, `not_found`,
   *   `insufficient_balance`, `service_unavailable`, and the refusal of the purchase
   */
  async issue(request: TicketRequest): Promise<IssuedTicket> {
    const { settings, records } = this.deps;
    const { keyPepper } = settings.secrets;
    const { accountId, keyId, orderId, terms } = request;
    const credential = deriveKey(KEY_PREFIXES[settings.TOKENBOOK_MODE].ticket, keyPepper, orderId);
    const credentialHash = hashKey(keyPepper, credential);
    const contractId =
      terms.contractId === null
        ? await this.buy(request, credentialHash)
        : await this.heldContract(terms.contractId, request);
    const ticket = await bindTicket(records, { contractId, accountId, keyId, credentialHash });
    return { ticket, credential };
  }

  /** @throws Failure `not_found`, `forbidden` */
  async find(ticketId: string, accountId: string): Promise<TicketDocument> {
    const ticket = await this.deps.records.tickets.findOne({ _id: ticketId });
    if (!ticket) throw fail('not_found');
    if (ticket.accountId !== accountId) throw fail('forbidden');
    return ticket;
  }

  /** @returns the purchased contract */
  private async buy(request: TicketRequest, credentialHash: string): Promise<string> {
    const { records, contractOrders } = this.deps;
    const { orderId, accountId, terms } = request;
    const known = await records.contractOrders.findOne({ _id: orderId });
    if (known) return contractOf(known); // a repetition after a crash
    const account = await records.accounts.findOne({ _id: accountId });
    if (!account) throw fail('unauthorized');
    const { quantityTokens } = purchaseTerms(terms);
    // No ask has a lower price than one unit; a cost that rounds to zero needs no money.
    const available = await records.ledger.availableScale8(accountId);
    const isShort = available < costScale8(1n, quantityTokens);
    // What an earlier request began may still buy: its workflow alone refuses it.
    if (isShort && !(request.isRepeated && (await contractOrders.isUnderWay(orderId)))) {
      throw fail('insufficient_balance');
    }
    const order = await this.orderOf(request, account, credentialHash);
    const refusal = await contractOrders.buyTicket(order);
    if (refusal && refusal !== 'ended') throw fail(refusal.code, refusal);
    const bought = await records.contractOrders.findOne({ _id: orderId });
    if (!bought) throw fail('service_unavailable');
    return contractOf(bought);
  }

  private async orderOf(
    { orderId, requestId, traceparent, terms }: TicketRequest,
    account: AccountDocument,
    credentialHash: string,
  ): Promise<ContractOrder> {
    const { modelId, quantityTokens, tenor, ttlSeconds } = purchaseTerms(terms);
    const region = terms.region === null ? null : pinOf(terms.region);
    const limit =
      terms.maxPriceScale8 ??
      account.priceCeilingScale8 ??
      (await prevailingPriceScale8(
        this.deps,
        { modelId, tenor },
        { region, sellerId: null, excludedSellerIds: await this.sellersOf(account.owner) },
      ));
    checkNotional(limit, quantityTokens, 'quantity_tokens');
    return {
      orderId,
      contractId: newId(),
      accountId: account._id,
      requestId,
      ...(traceparent === undefined ? {} : { traceparent }),
      clientOrderId: null,
      ticket: {
        ticketId: newId(),
        credentialHash,
      },
      modelId,
      tenor,
      region,
      quantityTokens,
      excludedOwner: account.owner,
      limitPriceScale8: limit.toString(),
      timeInForce: 'FOK',
      expiresAtMs: null,
      spotLifetimeMs: ttlSeconds * 1e3,
    };
  }

  private async sellersOf(owner: string | null): Promise<string[]> {
    if (owner === null) return [];
    const { sellers } = this.deps.records;
    const owned = await sellers.find({ owner }, { projection: { _id: 1 } }).toArray();
    return owned.map(({ _id }) => _id);
  }

  private async heldContract(
    contractId: string,
    { accountId, terms }: TicketRequest,
  ): Promise<string> {
    checkContractAlone(terms);
    const contract = await this.deps.records.contracts.findOne({ _id: contractId });
    if (!contract) throw fail('not_found');
    if (contract.accountId !== accountId) throw fail('forbidden');
    return contract._id;
  }
}

/** @throws Failure the refusal of the purchase */
function contractOf(order: ContractOrderDocument): string {
  const refusal = refusalOf(order);
  if (refusal) throw fail(refusal.code, refusal);
  return order.contractId;
}
