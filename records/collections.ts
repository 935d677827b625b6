/** The collections by name: the driver's own, typed. */
import { type Connection, type Model, mongo, type Schema } from 'mongoose';
import { type AccountDocument, accountSchema } from './account';
import { type AnswerDocument, answerSchema } from './answer';
import { type AskDocument, askSchema } from './ask';
import { type BalanceDocument, balanceSchema } from './balance';
import { type BookDocument, bookSchema } from './book';
import { type BuyerKeyDocument, buyerKeySchema } from './buyer-key';
import { type CapacityReportDocument, capacityReportSchema } from './capacity-report';
import { type FillDocument, fillSchema } from './fill';
import { type HoldDocument, holdSchema } from './hold';
import { type IdempotencyDocument, idempotencySchema } from './idempotency';
import { type JournalDocument, journalSchema } from './journal';
import { type OrderDocument, orderSchema } from './order';
import { type PayableDocument, payableSchema } from './payable';
import { type PayloadDocument, payloadSchema } from './payload';
import { type ReconciliationDocument, reconciliationSchema } from './reconciliation';
import { type SellerDocument, sellerSchema } from './seller';
import { type TradeDocument, tradeSchema } from './trade';

interface Documents {
  accounts: AccountDocument;
  balances: BalanceDocument;
  journals: JournalDocument;
  holds: HoldDocument;
  buyerKeys: BuyerKeyDocument;
  sellers: SellerDocument;
  asks: AskDocument;
  orders: OrderDocument;
  fills: FillDocument;
  trades: TradeDocument;
  answers: AnswerDocument;
  payloads: PayloadDocument;
  idempotency: IdempotencyDocument;
  books: BookDocument;
  payables: PayableDocument;
  reconciliation: ReconciliationDocument;
  capacityReports: CapacityReportDocument;
}

/** For everything that is typed end to end: the ledger, look-ups by id, sums. */
export type Collections = {
  readonly [Name in keyof Documents]: mongo.Collection<Documents[Name]>;
};

/** The mongoose models: casting, validation, and filters that refuse unknown fields and operators. */
export type Models = { readonly [Name in keyof Documents]: Model<Documents[Name]> };

const SCHEMAS: { readonly [Name in keyof Documents]: Schema<Documents[Name]> } = {
  accounts: accountSchema,
  balances: balanceSchema,
  journals: journalSchema,
  holds: holdSchema,
  buyerKeys: buyerKeySchema,
  sellers: sellerSchema,
  asks: askSchema,
  orders: orderSchema,
  fills: fillSchema,
  trades: tradeSchema,
  answers: answerSchema,
  payloads: payloadSchema,
  idempotency: idempotencySchema,
  books: bookSchema,
  payables: payableSchema,
  reconciliation: reconciliationSchema,
  capacityReports: capacityReportSchema,
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
    database.collection(schema.get('collection') as string),
  ]);
  return Object.fromEntries(entries) as Collections;
}

/** A quantity on its way into the database: stored as a double whatever its size (schema.ts says why). */
export function asDouble(count: number): number {
  return new mongo.Double(count) as unknown as number;
}
