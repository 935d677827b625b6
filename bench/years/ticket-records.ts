/** The records of a bought ticket whose lot has ended, and of its draws, built as the ledger builds them. */
import { randomUUID } from 'node:crypto';
import { type LotMove, closeLot, endDraw } from '../../domain/lots';
import { feeScale8 } from '../../domain/money';
import type { AskDocument } from '../../records/documents/ask';
import { asDouble } from '../../records/collections';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { ContractDocument } from '../../records/documents/contract';
import type { FillDocument } from '../../records/documents/fill';
import type { JournalDocument } from '../../records/documents/journal';
import {
  type CapacityParts,
  capacityCostScale8,
  capacityWrites,
  lotDocument,
} from '../../records/ledger/capacity-fill';
import { WINDOW_OVER } from '../../records/ledger/close-lot';
import { type LotStep, lotWrites } from '../../records/ledger/lot-moves';
import { newFill, storedFill } from '../../records/ledger/new-fill';
import { contractOrderDocument } from '../../records/ledger/open-contract-order';
import type { LotDocument } from '../../records/documents/lot';
import type { OrderDocument } from '../../records/documents/order';
import type { TicketDocument } from '../../records/documents/ticket';
import type { TradeDocument } from '../../records/documents/trade';
import { FEE_BASIS_POINTS, ended, newId, orderOf } from './chat-records';

/** A window that is over when the newest record of the past is made. */
const WINDOW_MS = 10 * 60_000;
const DRAWS = 3;
const MINUTE_MS = 60_000;
const RESERVED_TOKENS = 1_000;
const USED_TOKENS = 600;
const COUNTS = [
  ...(['quantityTokens', 'remainingTokens', 'reservedTokens', 'drawnTokens'] as const),
  ...(['paidTokens', 'refundedTokens', 'draws', 'feeBasisPoints'] as const),
];
export const TICKET_TOKENS = DRAWS * RESERVED_TOKENS;

export interface PastTicket {
  readonly at: Date;
  readonly accountId: string;
  readonly ask: AskDocument;
  /** Whether the rest of the lot went back to the buyer. */
  readonly hasDefaulted: boolean;
}

export interface TicketRecords {
  readonly contractOrder: ContractOrderDocument;
  readonly contract: ContractDocument;
  readonly ticket: TicketDocument;
  readonly lot: LotDocument;
  readonly trade: TradeDocument;
  readonly orders: readonly OrderDocument[];
  readonly fills: readonly FillDocument[];
  readonly journals: readonly JournalDocument[];
}

export function ticketRecords({ at, accountId, ask, hasDefaulted }: PastTicket): TicketRecords {
  const [orderId, contractId, ticketId] = [newId(at), newId(at), newId(at)];
  const { modelId, tenor, region, priceScale8 } = ask;
  const book = { modelId, tenor } as const;
  const [opensAt, endsAt] = [at, new Date(at.getTime() + WINDOW_MS)];
  const fill = {
    fillId: newId(at),
    askId: ask._id,
    priceScale8,
    takerSide: 'bid',
    epoch: 1,
    quantityTokens: TICKET_TOKENS,
  } as CapacityParts['fill'];
  const cost = capacityCostScale8(fill);
  const parts: CapacityParts = {
    order: { _id: orderId, accountId, contractId, ...book },
    ask,
    fill,
    window: { opensAtMs: opensAt.getTime(), endsAtMs: endsAt.getTime() },
    freedScale8: 0n,
    costScale8: cost,
    feeBasisPoints: FEE_BASIS_POINTS,
    now: at,
  };
  const bought = capacityWrites(parts);
  const delivery = new Delivery(lotDocument(parts), ask, accountId);
  for (let draw = 1; draw <= DRAWS - 1; draw += 1) {
    delivery.draw(new Date(at.getTime() + draw * MINUTE_MS));
  }
  delivery.end(endsAt, hasDefaulted);
  const window = { opensAt, endsAt, createdAt: at };
  const quantityTokens = asDouble(TICKET_TOKENS);
  const ids = { _id: contractId, accountId, orderId, ticketId };
  const contract = { ...ids, ...book, region, costScale8: cost, quantityTokens, ...window };
  const issued = { createdAt: at, issuedAt: at };
  const ticket = { _id: ticketId, contractId, accountId, credentialHash: randomUUID(), ...issued };
  return {
    contractOrder: contractOrderDocument(
      {
        _id: orderId,
        accountId,
        clientOrderId: null,
        contractId,
        ticketId,
        ...book,
        region,
        excludedOwner: null,
        timeInForce: 'FOK',
        limitPriceScale8: priceScale8,
        quantityTokens: TICKET_TOKENS,
        spotLifetimeMs: WINDOW_MS,
        expiresAt: null,
        workflowId: `past-${orderId}`,
        requestId: `past-${orderId}`,
      },
      { filledTokens: TICKET_TOKENS, costScale8: cost, status: 'filled', fillCount: 1 },
      at,
    ),
    contract,
    ticket,
    lot: delivery.stored(),
    trade: documentsOf<TradeDocument>(bought.trades)[0]!,
    orders: delivery.orders,
    fills: [...documentsOf<FillDocument>(bought.fills), ...delivery.fills],
    journals: [...documentsOf<JournalDocument>(bought.journals), ...delivery.journals],
  };
}

/** A lot, draw by draw until its end. */
class Delivery {
  readonly orders: OrderDocument[] = [];
  readonly fills: FillDocument[] = [];
  readonly journals: JournalDocument[] = [];

  private lot: LotDocument;

  constructor(
    lot: LotDocument,
    private readonly ask: AskDocument,
    private readonly accountId: string,
  ) {
    this.lot = numbersOf(lot);
  }

  draw(at: Date): void {
    const [orderId, fillId] = [newId(at), newId(at)];
    const endedAt = new Date(at.getTime() + 1_000);
    const { lot, ask, accountId } = this;
    const { sellerId, modelId, tenor, region, priceScale8 } = ask;
    const terms = { sellerId, modelId, tenor, region, priceScale8, askId: ask._id };
    const reserved = newFill(
      {
        _id: fillId,
        kind: 'draw',
        lotId: lot._id,
        isCounted: true,
        orderId,
        accountId,
        ...terms,
        quantityTokens: RESERVED_TOKENS,
        epoch: 0,
      },
      at,
    );
    this.lot = {
      ...lot,
      remainingTokens: lot.remainingTokens - RESERVED_TOKENS,
      reservedTokens: lot.reservedTokens + RESERVED_TOKENS,
    };
    const end = {
      reservedTokens: RESERVED_TOKENS,
      usedTokens: USED_TOKENS,
      isDefault: false,
    };
    const move = endDraw(this.lot, end);
    this.move(move, { fillId, orderId, reservedTokens: RESERVED_TOKENS }, 'drawn', endedAt);
    const charge = {
      usedTokens: USED_TOKENS,
      costScale8: move.drawScale8,
      feeScale8: feeScale8(move.drawScale8, FEE_BASIS_POINTS),
    };
    const fill = ended(reserved, charge, endedAt);
    const chat = { at, accountId, ask, reservedTokens: RESERVED_TOKENS, usedTokens: USED_TOKENS };
    const order = orderOf(chat, fill, orderId, endedAt);
    this.orders.push({ ...order, contractId: lot.contractId });
    this.fills.push(storedFill(fill));
  }

  end(at: Date, hasDefaulted: boolean): void {
    const { status, reason } = hasDefaulted
      ? ({ status: 'defaulted', reason: 'The seller failed.' } as const)
      : WINDOW_OVER;
    this.move(closeLot(this.lot, status), null, reason, at);
  }

  /** In its stored form. */
  stored(): LotDocument {
    const { lot } = this;
    const counts = COUNTS.map((name) => [name, asDouble(lot[name])]);
    return { ...lot, ...Object.fromEntries(counts), hasStory: true };
  }

  private move(move: LotMove, draw: LotStep['draw'], reason: string, now: Date): void {
    const step = lotWrites({ lot: this.lot, move, draw, reason, now });
    this.lot = step.lot;
    this.journals.push(...documentsOf<JournalDocument>(step.writes.journals));
  }
}

/** `lotDocument` has the stored form of its counts. */
function numbersOf(lot: LotDocument): LotDocument {
  return { ...lot, ...Object.fromEntries(COUNTS.map((name) => [name, Number(lot[name])])) };
}

function documentsOf<Document>(operations: readonly unknown[] = []): Document[] {
  return operations.map(
    (operation) => (operation as { insertOne: { document: Document } }).insertOne.document,
  );
}
