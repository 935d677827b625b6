/** Names for the bodies that a buyer reads. */
import type { components as Buyer } from '../client/generated/buyer';
import type { components as Market } from '../client/generated/market';

type Schemas = Market['schemas'];
export type AccountSummary = Schemas['AccountSummary'];
export type BuyerRequest = Schemas['BuyerRequest'];
export type BuyerRequestDetails = Schemas['BuyerRequestDetails'];
export type Spend = Schemas['Spend'];
export type Order = Schemas['Order'];
export type OrderDetails = Schemas['OrderDetails'];
export type Contract = Schemas['Contract'];
export type FillEstimate = Schemas['FillEstimate'];
export type BuyerKey = Schemas['BuyerKey'];
export type CreateKey = Schemas['CreateKey'];
export type IssuedKey = Schemas['IssuedKey'];
export type Ticket = Buyer['schemas']['Ticket'];
export type CreatedTicket = Buyer['schemas']['CreatedTicket'];

export function isWorking({ status }: Pick<Order, 'status'>): boolean {
  return status === 'open' || status === 'partially_filled';
}
