/** The collections by name: the driver's own, typed. */
import { type Connection, type Model, mongo, type Schema } from 'mongoose';
import { type AccountDocument, accountSchema } from './documents/account';
import { type AnswerDocument, answerSchema } from './documents/answer';
import {
  type ArchivePositionDocument,
  archivePositionSchema,
  archivedFillSchema,
  archivedJournalSchema,
  archivedLotSchema,
  archivedOrderSchema,
  archivedTradeSchema,
} from './documents/archived';
import { type AskDocument, askSchema } from './documents/ask';
import { type BalanceDocument, balanceSchema } from './documents/balance';
import { type BookDocument, bookSchema } from './documents/book';
import { type BookFenceDocument, bookFenceSchema } from './documents/book-fence';
import { type BuyerKeyDocument, buyerKeySchema } from './documents/buyer-key';
import {
  type CandleDocument,
  candleSchema,
  type TickerDocument,
  tickerSchema,
} from './documents/candle';
import { type CapacityReportDocument, capacityReportSchema } from './documents/capacity-report';
import { type DayMoneyDocument, dayMoneySchema } from './documents/day-money';
import { type DayFenceDocument, dayFenceSchema } from './documents/day-fence';
import { type ClosedDayDocument, closedDaySchema } from './documents/closed-day';
import { type ClosingDocument, closingSchema } from './documents/closing';
import { type ContractDocument, contractSchema } from './documents/contract';
import { type ContractOrderDocument, contractOrderSchema } from './documents/contract-order';
import { type DecisionLogDocument, decisionLogSchema } from './documents/decision-log';
import { type DeploymentDocument, deploymentSchema } from './documents/deployment';
import { type FillDocument, fillSchema } from './documents/fill';
import { type FollowerDocument, followerSchema } from './documents/follower';
import { type GatewayDocument, gatewaySchema } from './documents/gateway';
import { type HoldDocument, holdSchema } from './documents/hold';
import { type IdempotencyDocument, idempotencySchema } from './documents/idempotency';
import { type JournalDocument, journalSchema } from './documents/journal';
import { type JudgingPauseDocument, judgingPauseSchema } from './documents/judging-pause';
import { type LotDocument, lotSchema } from './documents/lot';
import { type OperatorActionDocument, operatorActionSchema } from './documents/operator-action';
import { type DecryptionDocument, decryptionSchema } from './documents/decryption';
import { type OrderDocument, orderSchema } from './documents/order';
import { type PayableDocument, payableSchema } from './documents/payable';
import { type PayloadDocument, payloadSchema } from './documents/payload';
import type { ReadCollection } from './mongodb/read-collection';
import { withReadLimit } from './mongodb/read-limits';
import { type RefusalCountDocument, refusalCountSchema } from './documents/refusal-count';
import {
  type ReconciliationDocument,
  type ReconciliationRunDocument,
  reconciliationRunSchema,
  reconciliationSchema,
} from './documents/reconciliation';
import { type ReputationDocument, reputationSchema } from './documents/reputation';
import { type SellerDocument, sellerSchema } from './documents/seller';
import { type SellerProbesDocument, sellerProbesSchema } from './documents/seller-probes';
import { type SellerChangeDocument, sellerChangeSchema } from './documents/seller-change';
import { type TicketDocument, ticketSchema } from './documents/ticket';
import { type TradeDocument, tradeSchema } from './documents/trade';
import { type WebhookDeliveryDocument, webhookDeliverySchema } from './documents/webhook-delivery';
import { type WebhookEndpointDocument, webhookEndpointSchema } from './documents/webhook-endpoint';
import { type WebhookEventDocument, webhookEventSchema } from './documents/webhook-event';

interface Documents {
  accounts: AccountDocument;
  balances: BalanceDocument;
  journals: JournalDocument;
  closings: ClosingDocument;
  closedDays: ClosedDayDocument;
  holds: HoldDocument;
  buyerKeys: BuyerKeyDocument;
  sellers: SellerDocument;
  sellerChanges: SellerChangeDocument;
  sellerProbes: SellerProbesDocument;
  judgingPauses: JudgingPauseDocument;
  asks: AskDocument;
  orders: OrderDocument;
  fills: FillDocument;
  contractOrders: ContractOrderDocument;
  contracts: ContractDocument;
  lots: LotDocument;
  tickets: TicketDocument;
  trades: TradeDocument;
  answers: AnswerDocument;
  payloads: PayloadDocument;
  idempotency: IdempotencyDocument;
  books: BookDocument;
  bookFences: BookFenceDocument;
  dayFences: DayFenceDocument;
  dayMoney: DayMoneyDocument;
  payables: PayableDocument;
  reconciliation: ReconciliationDocument;
  reconciliationRuns: ReconciliationRunDocument;
  refusalCounts: RefusalCountDocument;
  capacityReports: CapacityReportDocument;
  candles: CandleDocument;
  tickers: TickerDocument;
  followers: FollowerDocument;
  decisionLogs: DecisionLogDocument;
  reputations: ReputationDocument;
  openings: DecryptionDocument;
  operatorActions: OperatorActionDocument;
  gateways: GatewayDocument;
  deployments: DeploymentDocument;
  webhookEvents: WebhookEventDocument;
  webhookEndpoints: WebhookEndpointDocument;
  webhookDeliveries: WebhookDeliveryDocument;
  archivedOrders: OrderDocument;
  archivedFills: FillDocument;
  archivedJournals: JournalDocument;
  archivedTrades: TradeDocument;
  archivedLots: LotDocument;
  archivePositions: ArchivePositionDocument;
}

/** The driver's collections, for fully typed access: the ledger, reads by id, aggregations. */
export type Collections = {
  readonly [Name in keyof Documents]: mongo.Collection<Documents[Name]>;
};

export type ReadCollections = {
  readonly [Name in keyof Documents]: ReadCollection<Documents[Name]>;
};

/** The mongoose models: casting, validation, and filters that refuse unknown fields and operators. */
export type Models = { readonly [Name in keyof Documents]: Model<Documents[Name]> };

const SCHEMAS: { readonly [Name in keyof Documents]: Schema<Documents[Name]> } = {
  accounts: accountSchema,
  balances: balanceSchema,
  journals: journalSchema,
  closings: closingSchema,
  closedDays: closedDaySchema,
  holds: holdSchema,
  buyerKeys: buyerKeySchema,
  sellers: sellerSchema,
  sellerChanges: sellerChangeSchema,
  sellerProbes: sellerProbesSchema,
  judgingPauses: judgingPauseSchema,
  asks: askSchema,
  orders: orderSchema,
  fills: fillSchema,
  contractOrders: contractOrderSchema,
  contracts: contractSchema,
  lots: lotSchema,
  tickets: ticketSchema,
  trades: tradeSchema,
  answers: answerSchema,
  payloads: payloadSchema,
  idempotency: idempotencySchema,
  books: bookSchema,
  bookFences: bookFenceSchema,
  dayFences: dayFenceSchema,
  dayMoney: dayMoneySchema,
  payables: payableSchema,
  reconciliation: reconciliationSchema,
  reconciliationRuns: reconciliationRunSchema,
  refusalCounts: refusalCountSchema,
  capacityReports: capacityReportSchema,
  candles: candleSchema,
  tickers: tickerSchema,
  followers: followerSchema,
  decisionLogs: decisionLogSchema,
  reputations: reputationSchema,
  openings: decryptionSchema,
  operatorActions: operatorActionSchema,
  gateways: gatewaySchema,
  deployments: deploymentSchema,
  webhookEvents: webhookEventSchema,
  webhookEndpoints: webhookEndpointSchema,
  webhookDeliveries: webhookDeliverySchema,
  archivedOrders: archivedOrderSchema,
  archivedFills: archivedFillSchema,
  archivedJournals: archivedJournalSchema,
  archivedTrades: archivedTradeSchema,
  archivedLots: archivedLotSchema,
  archivePositions: archivePositionSchema,
};

export function compileModels(connection: Connection): Models {
  const entries = Object.entries(SCHEMAS).map(([name, schema]) => [
    name,
    connection.model(name, schema as Schema),
  ]);
  return Object.fromEntries(entries) as Models;
}

export function collectionsOf(connection: Connection): Collections {
  const database = connection.getClient().db(connection.name);
  const entries = Object.entries(SCHEMAS).map(([name, schema]) => [
    name,
    withReadLimit(database.collection(schema.get('collection') as string)),
  ]);
  return Object.fromEntries(entries) as Collections;
}

/**
 * A quantity to be written to the database: stored as a double whatever its size (reason in
 * schema.ts).
 */
export function asDouble(count: number): number {
  return new mongo.Double(count) as unknown as number;
}
