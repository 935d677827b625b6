/** Names for the bodies that a seller reads. */
import type { components as Market } from '../client/generated/market';
import type { components as Seller } from '../client/generated/seller';

type Schemas = Seller['schemas'];
export type Profile = Schemas['SellerProfile'];
export type SellerAccount = Schemas['SellerAccount'];
export type EndpointCheck = Schemas['EndpointCheck'];
export type RegisterSeller = Schemas['RegisterSeller'];
export type Registered = Schemas['Seller'];
export type Delivery = Schemas['Delivery'];
export type Reputation = Schemas['Reputation'];
export type Ask = Market['schemas']['Ask'];
export type CreateAsk = Market['schemas']['CreateAsk'];
export type Trade = Market['schemas']['Trade'];
