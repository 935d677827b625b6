/**
 * Channels and messages of the stream, each declared once: parsing, the types of what is sent, the
 * events of socket.io and the description are made from these declarations.
 */
import type { z } from 'zod';
import type { ErrorCode } from '../../domain/errors';
import { streamExamples } from '../routes/examples/stream';
import { orderBookQuerySchema, orderBookSchema } from '../schemas/market';
import { catalogChangedSchema } from '../schemas/market-data';
import {
  accountChangedSchema,
  roomSchema,
  tradeMessageSchema,
  viewSchema,
} from '../schemas/stream';

/** Sockets of one key at a gateway, in the namespace of accounts. */
export const SOCKETS_PER_KEY = 16;

/** Rooms that one socket may be in. */
export const ROOMS_PER_SOCKET = 32;

export interface DeclaredChannel {
  readonly title: string;
  readonly description: string;
  /** The key of a server in the description. */
  readonly server: 'gateway' | 'socketio';
  readonly path: string;
  /** Of the upgrade. Names that it does not have are refused. */
  readonly query?: z.ZodObject;
  /** Answers to an upgrade that is refused. */
  readonly errors: readonly ErrorCode[];
  /** The operation by which a gateway sends. */
  readonly publishes: { readonly operation: string; readonly title: string };
}

export const streamChannels = {
  orderbook: {
    title: 'One view of one order book',
    description:
      'A raw WebSocket. The first snapshot follows the upgrade at once. Clients send nothing; pings are answered.',
    server: 'gateway',
    path: '/v1/orderbook',
    query: orderBookQuerySchema,
    errors: [
      'invalid_request',
      'invalid_model',
      'invalid_region',
      'invalid_tenor',
      'forbidden',
      'misdirected_request',
      'method_not_allowed',
      'rate_limited',
      'internal_error',
      'service_unavailable',
    ],
    publishes: { operation: 'publishBook', title: 'Messages from a gateway to its clients' },
  },
  rooms: {
    title: 'Any number of views over socket.io',
    description: `socket.io over WebSocket only. The name of a message is the name of its event; an answer is the acknowledgement of the event. A socket may be in ${ROOMS_PER_SOCKET} rooms.`,
    server: 'socketio',
    path: '/socket.io',
    errors: [
      'forbidden',
      'misdirected_request',
      'rate_limited',
      'internal_error',
      'service_unavailable',
    ],
    publishes: { operation: 'publishToRooms', title: 'Messages from a gateway to its rooms' },
  },
  catalog: {
    title: 'Changes of all instruments',
    description:
      'The namespace `/catalog` of socket.io, over WebSocket only, for readers of `GET /v1/markets`. The first message has no instruments: every change after its `as_of` follows. Read the list then, and apply the messages that are later than its `as_of`; a list with an earlier `as_of` than that of the first message must be read again, and so must one that lacks an instrument of a message. Changes come together, at least two seconds apart, and no more than 3 kB a second in the mean. Forward books are not part of it.',
    server: 'socketio',
    path: '/socket.io',
    errors: [
      'forbidden',
      'misdirected_request',
      'rate_limited',
      'internal_error',
      'service_unavailable',
    ],
    publishes: { operation: 'publishCatalog', title: 'Messages from a gateway to its readers' },
  },
  account: {
    title: 'Changes of the own account',
    description: `The namespace \`/account\` of socket.io, over WebSocket only. The packet that connects to it has \`auth\`: \`{key}\` with a buyer key, or \`{seller_key}\` with a seller's. A key that is refused gets \`connect_error\`, whose \`data\` is the error body: \`unauthorized\`, or \`rate_limited\` above ${SOCKETS_PER_KEY} sockets of the key. From \`connect\` on every change is told; read anew what you show then. A key that is revoked is disconnected.`,
    server: 'socketio',
    path: '/socket.io',
    errors: [
      'forbidden',
      'misdirected_request',
      'rate_limited',
      'internal_error',
      'service_unavailable',
    ],
    publishes: { operation: 'publishChanges', title: 'Messages from a gateway to an account' },
  },
} as const satisfies Readonly<Record<string, DeclaredChannel>>;

export type ChannelName = keyof typeof streamChannels;

interface Declared {
  readonly channels: readonly ChannelName[];
  readonly summary: string;
  readonly description?: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
}

/** Its body has the name of the message in `type`. */
interface SentMessage extends Declared {
  readonly direction: 'sent';
}

export interface ReceivedMessage extends Declared {
  readonly direction: 'received';
  readonly channels: readonly [ChannelName];
  readonly answer: { readonly schema: z.ZodType; readonly example: unknown };
  /** Refusals, in place of the answer. */
  readonly errors: readonly ErrorCode[];
}

export type DeclaredMessage = SentMessage | ReceivedMessage;

const viewErrors = [
  'invalid_request',
  'invalid_model',
  'invalid_region',
  'invalid_tenor',
  'internal_error',
] as const satisfies readonly ErrorCode[];

/** By the name of the message, which is that of the event in socket.io. */
export const streamMessages = {
  orderbook_snapshot: {
    direction: 'sent',
    channels: ['orderbook', 'rooms'],
    summary: 'The whole view.',
    schema: orderBookSchema,
    example: streamExamples.snapshot,
  },
  trade: {
    direction: 'sent',
    channels: ['orderbook', 'rooms'],
    summary: 'Tokens changed hands.',
    schema: tradeMessageSchema,
    example: streamExamples.trade,
  },
  catalog_changed: {
    direction: 'sent',
    channels: ['catalog'],
    summary: 'Quotes or list prices of instruments have changed.',
    schema: catalogChangedSchema,
    example: streamExamples.catalogChanged,
  },
  account_changed: {
    direction: 'sent',
    channels: ['account'],
    summary: 'Something of the account has changed.',
    description:
      'Ids and kinds only: what has changed is read over HTTP. Changes within a tenth of a second come together. After many the oldest are left out, but never the last one of a kind.',
    schema: accountChangedSchema,
    example: streamExamples.changed,
  },
  subscribe: {
    direction: 'received',
    channels: ['rooms'],
    summary: 'Join the room of a view.',
    description: 'A snapshot of the view follows at once. Sent again, it brings another snapshot.',
    schema: viewSchema,
    example: streamExamples.view,
    answer: { schema: roomSchema, example: streamExamples.room },
    errors: [...viewErrors, 'service_unavailable'],
  },
  unsubscribe: {
    direction: 'received',
    channels: ['rooms'],
    summary: 'Leave the room of a view.',
    schema: viewSchema,
    example: streamExamples.view,
    answer: { schema: roomSchema, example: streamExamples.room },
    errors: viewErrors,
  },
} as const satisfies Readonly<Record<string, DeclaredMessage>>;

type Messages = typeof streamMessages;

type NamesOf<Direction> = {
  [Name in keyof Messages]: Messages[Name]['direction'] extends Direction ? Name : never;
}[keyof Messages];

export type SentName = NamesOf<'sent'>;
export type ReceivedName = NamesOf<'received'>;

export const RECEIVED_NAMES = Object.entries(streamMessages)
  .filter(([, { direction }]) => direction === 'received')
  .map(([name]) => name as ReceivedName);

export type SentBody<Name extends SentName> = z.output<Messages[Name]['schema']>;
export type ReceivedBody<Name extends ReceivedName> = z.output<Messages[Name]['schema']>;
export type AnswerBody<Name extends ReceivedName> = z.input<Messages[Name]['answer']['schema']>;

/** One receiver for each declared message, and none for a message that is not declared. */
export type Receivers = {
  readonly [Name in ReceivedName]: (body: ReceivedBody<Name>) => Promise<AnswerBody<Name>>;
};
