/** The events of socket.io: from clients, to clients, and between gateways. */
import type { Server, Socket } from 'socket.io';
import type { BookMessage } from '../../domain/book-message';
import type { FlatErrorBody } from '../middleware/error-body';
import type { AnswerBody, ReceivedName, SentBody, SentName } from './declarations';

/** The acknowledgement of an event: its answer, or the refusal. */
export type Acknowledgement<Name extends ReceivedName> = AnswerBody<Name> | FlatErrorBody;

type ClientEvents = {
  [Name in ReceivedName]: (
    payload: unknown,
    acknowledge?: (body: Acknowledgement<Name>) => void,
  ) => void;
};

type ServerEvents = { [Name in SentName]: (body: SentBody<Name>) => void };

interface GatewayEvents {
  book(message: BookMessage): void;
}

export type StreamServer = Server<ClientEvents, ServerEvents, GatewayEvents>;
export type StreamSocket = Socket<ClientEvents, ServerEvents, GatewayEvents>;
