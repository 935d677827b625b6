/** Sellers, lots and tickets for the tests of draws, each market on an instrument of its own. */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { lotWorkflowId } from '../../domain/workflow-names';
import { lotEnded } from '../../workflows/delivery-lot';
import { as, buyTicket, placeOrder } from '../contracts/market';
import type { Exchange, TestSeller } from '../support/exchange';

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

/** Ends the window of a contract's lots now, and tells their workflows: no buyer can have a shorter one than a minute. */
export async function endWindow(exchange: Exchange, contractId: string): Promise<void> {
  const { settings, records } = exchange;
  const { TOKENBOOK_DEPLOYMENT: deployment } = settings;
  const now = await records.ledger.capacity.now();
  const ended = { $set: { endsAt: now } };
  await records.lots.updateMany({ contractId }, ended);
  await records.contracts.updateOne({ _id: contractId }, ended);
  const connection = await Connection.connect({ address: settings.temporalAddress });
  const { workflow } = new Client({ connection });
  for (const { _id } of await lotsOf(exchange, contractId)) {
    await workflow.getHandle(lotWorkflowId(deployment, _id)).signal(lotEnded);
  }
  await connection.close();
}

/** The lots of a contract as the records have them, in the order of their making. */
export function lotsOf({ records }: Exchange, contractId: string) {
  return records.lots.find({ contractId }).sort({ _id: 1 }).toArray();
}
