/** The events of socket.io: from clients, to clients, and between gateways. */
import type { Server, Socket } from 'socket.io';
import type { BookMessage } from '../../domain/book-message';
import type { FlatErrorBody } from '../middleware/error-body';
import type { OrderBookBody } from '../schemas/market';
import type { TradeMessageBody } from '../schemas/stream';

export type SubscribeAnswer = { readonly room: string } | FlatErrorBody;

export interface ClientEvents {
  subscribe(query: unknown, answer?: (body: SubscribeAnswer) => void): void;
  unsubscribe(query: unknown, answer?: (body: SubscribeAnswer) => void): void;
}

export interface ServerEvents {
  orderbook_snapshot(body: OrderBookBody): void;
  trade(body: TradeMessageBody): void;
}

export interface GatewayEvents {
  book(message: BookMessage): void;
}

export type StreamServer = Server<ClientEvents, ServerEvents, GatewayEvents>;
export type StreamSocket = Socket<ClientEvents, ServerEvents, GatewayEvents>;
