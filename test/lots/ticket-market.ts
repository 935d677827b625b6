/** Sellers, lots and tickets for the tests of draws, each market on an instrument of its own. */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { LotStory } from '../../domain/contract-orders';
import { deriveKey, hashKey } from '../../records/key-hash';
import { ContractOrders } from '../../temporal/contract-orders';
import { as, buyTicket, placeOrder } from '../contracts/market';
import { shortLot } from '../contracts/short-lot';
import { type Exchange, MODEL, type TestSeller } from '../support/exchange';

export interface TicketMarket {
  readonly model: string;
  readonly makers: TestSeller[];
  readonly maker: TestSeller;
  readonly key: string;
  readonly accountId: string;
  readonly contractId: string;
  readonly ticketId: string;
  readonly credential: string;
}

export const PRICE = '0.001';

async function sellersOf(exchange: Exchange, capacities: readonly number[]) {
  const model = `lots-${randomUUID().slice(0, 8)}`;
  const makers: TestSeller[] = [];
  for (const capacity of capacities) {
    const maker = await exchange.seller('normal', { models: [model], regions: ['eu-west'] });
    await exchange.ask(maker, { price: PRICE, capacity, model });
    makers.push(maker);
  }
  return { model, makers, maker: makers[0]!, ...(await exchange.buyer('1')) };
}

/** A ticket bought against one seller. */
export async function ticketOn(exchange: Exchange, tokens: number): Promise<TicketMarket> {
  const place = await sellersOf(exchange, [tokens]);
  const terms = { model: place.model, quantity_tokens: tokens };
  const { status, body } = await buyTicket(exchange, place.key, terms);
  expect(status).toBe(200);
  const { contract_id: contractId, ticket_id: ticketId, credential } = body;
  return { ...place, contractId, ticketId, credential };
}

/** A contract with a lot of each seller, and its ticket. */
export async function contractOn(exchange: Exchange, capacities: number[]): Promise<TicketMarket> {
  const place = await sellersOf(exchange, capacities);
  const quantity = capacities.reduce((sum, capacity) => sum + capacity, 0);
  const terms = { model_id: place.model, quantity, time_in_force: 'FOK' };
  const order = await placeOrder(exchange, place.key, terms);
  expect(order.body).toMatchObject({ status: 'filled' });
  const { contract_id: contractId } = order.body;
  const issued = await issueTicket(exchange, place.key, contractId);
  const { ticket_id: ticketId, credential } = issued.body;
  return { ...place, contractId, ticketId, credential };
}

export function issueTicket(exchange: Exchange, key: string, contractId: string) {
  const body = { contract_id: contractId };
  return exchange.send('POST', '/buyer/v1/tickets', { ...as(key), body });
}

/** A ticket whose window is shorter than any that can be bought; the story of its lot runs. */
export async function shortTicket(
  exchange: Exchange,
  terms: { windowMs: number; quantityTokens: number },
): Promise<TicketMarket & { readonly lot: LotStory }> {
  const maker = await exchange.seller();
  const { key, accountId } = await exchange.buyer('1');
  const { keyPepper } = exchange.settings.secrets;
  const credential = deriveKey('tkt_', keyPepper, randomUUID());
  const credentialHash = hashKey(keyPepper, credential);
  const parts = { accountId, seller: maker, credentialHash, ...terms };
  const lot = await shortLot(exchange.records, parts);
  await startLot(exchange, lot);
  const { contractId } = lot;
  const ticket = await exchange.records.tickets.findOne({ contractId });
  const place = { model: MODEL, makers: [maker], maker, key, accountId };
  return { ...place, contractId, ticketId: ticket!._id, credential, lot };
}

async function startLot({ settings, records }: Exchange, lot: LotStory): Promise<void> {
  const connection = await Connection.connect({ address: settings.temporalAddress });
  const client = new Client({ connection });
  await new ContractOrders(client, settings.TOKENBOOK_DEPLOYMENT, records).startLot(lot);
  await connection.close();
}

/** The lots of a contract as the records have them, in the order of their making. */
export function lotsOf({ records }: Exchange, contractId: string) {
  return records.lots.find({ contractId }).sort({ _id: 1 }).toArray();
}
