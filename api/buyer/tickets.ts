/** Capacity tickets: bought at once against one seller, or issued for a contract that is held. */
import type { RequestHandler, Response } from 'express';
import { v7 as uuidV7 } from 'uuid';
import type { Settings } from '../../config/settings';
import type { Refusal } from '../../domain/chat';
import type { ContractOrder } from '../../domain/contract-orders';
import { type ContractStatus, contractStatusAt } from '../../domain/contract-standing';
import { fail } from '../../domain/errors';
import { costScale8 } from '../../domain/money';
import { checkNotional } from '../../domain/quantities';
import { pinOf } from '../../domain/regions';
import { venueClassOf } from '../../domain/reputation';
import type { Sealer } from '../../domain/sealing';
import type { AccountDocument } from '../../records/account';
import type { Records } from '../../records/connect';
import { deriveKey, hashKey } from '../../records/key-hash';
import { DURABLE } from '../../records/ledger/reads';
import { newestScore } from '../../records/reputations/newest-score';
import type { TicketDocument } from '../../records/ticket';
import { type Buyer, buyerOf, pathParameter } from '../context';
import { contractBody } from '../market/contract-bodies';
import { isOpenEnded } from '../market/contracts';
import { createOnce } from '../market/create-once';
import { readBody } from '../middleware/body';
import {
  type CreateTicket,
  type CreatedTicketBody,
  type TicketBody,
  createTicketSchema,
} from '../schemas/contracts';
import { type PriceDeps, prevailingPriceScale8 } from './prevailing-price';

const DEFAULT_TTL_SECONDS = 3_600;

export interface TicketService {
  buyTicket(order: ContractOrder): Promise<Refusal | 'ended' | null>;
}

export interface TicketDeps extends PriceDeps {
  readonly settings: Settings;
  readonly records: Records;
  readonly sealer: Sealer;
  readonly contractOrders: TicketService;
}

export class TicketRoutes {
  constructor(private readonly deps: TicketDeps) {}

  readonly create: RequestHandler = async (req, res) => {
    const body = readBody(req, createTicketSchema);
    const { accountId } = buyerOf(res);
    const { records, settings, sealer } = this.deps;
    const context = `ticket:${accountId}`;
    // The answer is remembered sealed, for it carries the credential.
    const { sealed } = await createOnce(records, {
      req,
      scope: `tickets:${accountId}`,
      retentionMs: settings.ANSWER_RETENTION_HOURS * 3_600_000,
      create: async (orderId) => {
        const created = await this.issue(orderId, accountId, body, res);
        return { sealed: sealer.sealJson(created, context).toString('base64') };
      },
      mayHaveHappened: isOpenEnded,
    });
    res
      .set('Cache-Control', 'no-store')
      .json(sealer.openJson<CreatedTicketBody>(Buffer.from(sealed, 'base64'), context));
  };

  readonly show: RequestHandler = async (req, res) => {
    const { tickets } = this.deps.records;
    const ticket = await tickets.findOne({ _id: pathParameter(req, 'id') });
    if (!ticket) throw fail('not_found');
    if (ticket.accountId !== buyerOf(res).accountId) throw fail('forbidden');
    res.json(await this.body(ticket));
  };

  private async issue(
    orderId: string,
    accountId: string,
    body: CreateTicket,
    res: Response,
  ): Promise<CreatedTicketBody> {
    const { keyPepper } = this.deps.settings.secrets;
    const credential = deriveKey('tkt_', keyPepper, orderId);
    const credentialHash = hashKey(keyPepper, credential);
    const contractId =
      body.contract_id == null
        ? await this.buy(orderId, accountId, body, credentialHash, res)
        : await this.heldContract(accountId, body);
    const ticket = await this.bind(contractId, buyerOf(res), credentialHash);
    return { ...(await this.body(ticket)), credential };
  }

  /** @returns the contract that it bought */
  private async buy(
    orderId: string,
    accountId: string,
    body: CreateTicket,
    credentialHash: string,
    res: Response,
  ): Promise<string> {
    const { records, contractOrders } = this.deps;
    const known = await records.contractOrders.findOne({ _id: orderId });
    if (known) return known.contractId; // a repetition after a crash
    const account = await records.accounts.findOne({ _id: accountId });
    if (!account) throw fail('unauthorized');
    const { quantityTokens } = checkTerms(body);
    // No ask has a lower price than one unit; a cost that rounds to nothing needs no money.
    if ((await records.ledger.availableScale8(accountId)) < costScale8(1n, quantityTokens)) {
      throw fail('insufficient_balance');
    }
    const order = await this.orderOf(orderId, account, body, credentialHash, res);
    const refusal = await contractOrders.buyTicket(order);
    if (refusal && refusal !== 'ended') throw fail(refusal.code, refusal);
    const bought = await records.contractOrders.findOne({ _id: orderId });
    if (!bought) throw fail('service_unavailable');
    return bought.contractId;
  }

  private async orderOf(
    orderId: string,
    account: AccountDocument,
    body: CreateTicket,
    credentialHash: string,
    res: Response,
  ): Promise<ContractOrder> {
    const { modelId, quantityTokens, tenor, ttlSeconds } = checkTerms(body);
    const region = body.region == null ? null : pinOf(body.region);
    const limit =
      body.max_price ??
      account.priceCeilingScale8 ??
      (await prevailingPriceScale8(
        this.deps,
        { modelId, tenor },
        { region, sellerId: null, excludedSellerIds: await this.sellersOf(account.owner) },
      ));
    checkNotional(limit, quantityTokens, 'quantity_tokens');
    return {
      orderId,
      contractId: uuidV7(),
      accountId: account._id,
      requestId: res.locals.requestId,
      clientOrderId: null,
      ticket: { ticketId: uuidV7(), credentialHash },
      ...{ modelId, tenor, region, quantityTokens },
      excludedOwner: account.owner,
      limitPriceScale8: limit.toString(),
      timeInForce: 'FOK',
      expiresAtMs: null,
      spotLifetimeMs: ttlSeconds * 1_000,
    };
  }

  private async sellersOf(owner: string | null): Promise<string[]> {
    if (owner === null) return [];
    const { sellers } = this.deps.records;
    const owned = await sellers.find({ owner }, { projection: { _id: 1 } }).toArray();
    return owned.map(({ _id }) => _id);
  }

  private async heldContract(accountId: string, body: CreateTicket): Promise<string> {
    const { contract_id: contractId, ...others } = body;
    if (Object.values(others).some((value) => value != null)) {
      throw fail('invalid_request', {
        param: 'contract_id',
        message: 'contract_id stands alone: the contract has its terms already.',
      });
    }
    const contract = await this.deps.records.contracts.findOne({ _id: contractId ?? '' });
    if (!contract) throw fail('not_found');
    if (contract.accountId !== accountId) throw fail('forbidden');
    return contract._id;
  }

  /** The contract's one ticket with this credential; an older credential is dead. */
  private async bind(
    contractId: string,
    { accountId, keyId }: Buyer,
    credentialHash: string,
  ): Promise<TicketDocument> {
    const { tickets, contracts, contractOrders } = this.deps.records;
    const now = new Date();
    const ticket = await tickets.findOneAndUpdate(
      { contractId },
      {
        $set: { credentialHash, keyId, issuedAt: now },
        $setOnInsert: { _id: uuidV7(), accountId, createdAt: now },
      },
      { upsert: true, returnDocument: 'after' },
    );
    if (!ticket) throw new Error(`The ticket of contract ${contractId} was not written`);
    const ticketId = ticket._id;
    const contract = await contracts.findOneAndUpdate({ _id: contractId }, { $set: { ticketId } });
    await contractOrders.updateOne({ _id: contract?.orderId ?? '' }, { $set: { ticketId } });
    return ticket;
  }

  private async body(ticket: TicketDocument): Promise<TicketBody> {
    const { contracts, lots: lotRecords, reputations } = this.deps.records;
    const { contractId } = ticket;
    const [contract, lots] = await Promise.all([
      contracts.findOne({ _id: contractId }),
      lotRecords.find({ contractId }, DURABLE).sort({ _id: 1 }).toArray(),
    ]);
    const [first] = lots;
    if (!contract || !first) throw fail('not_found');
    const now = await this.deps.records.ledger.capacity.now();
    const shown = contractBody(contract, lots, now);
    return {
      ticket_id: ticket._id,
      contract_id: contractId,
      order_id: contract.orderId,
      model: contract.modelId,
      region: contract.region,
      seller_class: venueClassOf(await newestScore(reputations, first.sellerId)),
      quantity_tokens: shown.quantity,
      remaining_tokens: shown.remaining,
      price: shown.price,
      status: ticketStatus(contractStatusAt(lots, now)),
      delivery_start: shown.delivery_start,
      expires_at: shown.expires_at,
      created_at: ticket.createdAt.toISOString(),
    };
  }
}

/** A ticket is good from its purchase on, even before its window opens. */
function ticketStatus(status: ContractStatus): TicketBody['status'] {
  return status === 'pending' ? 'active' : status;
}

function checkTerms(body: CreateTicket) {
  const required = (param: string) =>
    fail('invalid_request', { param, message: `${param} is required.` });
  if (body.model == null) throw required('model');
  if (body.quantity_tokens == null) throw required('quantity_tokens');
  const tenor = body.tenor ?? 'spot';
  if (tenor !== 'spot' && body.ttl_seconds != null) {
    throw fail('invalid_request', {
      param: 'ttl_seconds',
      message: 'ttl_seconds is for spot tickets: a tenor has its own window.',
    });
  }
  return {
    modelId: body.model,
    quantityTokens: body.quantity_tokens,
    tenor,
    ttlSeconds: body.ttl_seconds ?? DEFAULT_TTL_SECONDS,
  };
}
