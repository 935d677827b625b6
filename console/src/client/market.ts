/** The client of the public market data, and names for its bodies. */
import { marketClient } from './clients';
import type { components } from './generated/market';

export const publicMarket = marketClient();

type Schemas = components['schemas'];
export type Catalog = Schemas['Catalog'];
export type Instrument = Schemas['Instrument'];
export type Quote = Schemas['Quote'];
export type OrderBook = Schemas['OrderBook'];
export type PublicTrade = Schemas['PublicTrade'];
export type Level = Schemas['Level'];
export type Candle = Schemas['Candle'];
export type Candles = Schemas['Candles'];
export type ActiveSeller = Schemas['ActiveSeller'];
export type InstrumentSeller = Schemas['InstrumentSeller'];
export type FillEstimate = Schemas['FillEstimate'];
export type Region = Schemas['OrderBook']['region'];
export type Tenor = Schemas['OrderBook']['tenor'];
export type Interval = Schemas['Candles']['interval'];
