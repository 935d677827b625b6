/**
 * Rooms of socket.io, one for each view with readers at this gateway: `subscribe` with `{model_id,
 * region?, tenor?}` joins one. They carry the same messages as the raw stream, serialised once for
 * all readers that keep up.
 */
import { type BookId, bookName } from '../../domain/instruments';
import { type FlatErrorBody, errorBody } from '../middleware/error-body';
import { asFailure } from '../middleware/errors';
import { fail } from '../../domain/errors';
import type { OrderBookQuery } from '../schemas/market';
import type { BookHub } from './book-hub';
import { type ViewRegion, requestedView } from './book-view';
import { BookRoom } from './book-room';
import {
  RECEIVED_NAMES,
  ROOMS_PER_SOCKET,
  type ReceivedName,
  type Receivers,
} from './declarations';
import { parseMessage } from './declared-messages';
import type { StreamMetrics } from './metrics';
import type { Acknowledgement, StreamServer, StreamSocket } from './socket-events';

export class Rooms {
  private readonly rooms = new Map<string, BookRoom>();

  constructor(
    private readonly io: StreamServer,
    private readonly hub: BookHub,
    private readonly metrics: StreamMetrics,
    private readonly publicUrl: string | undefined,
  ) {
    io.on('connection', (socket) => this.serve(socket));
  }

  private serve(socket: StreamSocket): void {
    const joined = new Map<string, BookRoom>();
    const receivers: Receivers = {
      subscribe: async (view) => {
        const request = requestOf(view);
        if (!joined.has(request.name) && joined.size >= ROOMS_PER_SOCKET) {
          const message = `A socket may be in ${ROOMS_PER_SOCKET} rooms.`;
          throw fail('invalid_request', { message });
        }
        const room = this.roomFor(request);
        joined.set(request.name, room);
        try {
          await room.join(socket);
        } catch (err) {
          joined.delete(request.name);
          throw err;
        }
        return { room: request.name };
      },
      unsubscribe: async (view) => {
        const { name } = requestOf(view);
        joined.get(name)?.leave(socket);
        joined.delete(name);
        return { room: name };
      },
    };
    for (const name of RECEIVED_NAMES) socket.on(name, this.answering(name, receivers));
    this.metrics.connections.inc({ kind: 'room' });
    socket.once('disconnect', () => {
      this.metrics.connections.dec({ kind: 'room' });
      for (const room of joined.values()) room.leave(socket);
    });
  }

  /** An event's handler that acknowledges with the answer of its receiver, or with the refusal. */
  private answering<Name extends ReceivedName>(name: Name, receivers: Receivers) {
    const receive = async (payload: unknown) => receivers[name](parseMessage(name, payload));
    const refusalOf = (err: unknown) =>
      errorBody(asFailure(err), 'market', this.publicUrl) as FlatErrorBody;
    return async (
      payload: unknown,
      acknowledge?: (body: Acknowledgement<Name>) => void,
    ): Promise<void> => {
      const body = await receive(payload).catch(refusalOf);
      if (typeof acknowledge === 'function') acknowledge(body);
    };
  }

  private roomFor({ name, book, region }: SubscribeRequest): BookRoom {
    const known = this.rooms.get(name);
    if (known) return known;
    const room = new BookRoom(name, {
      io: this.io,
      metrics: this.metrics,
      open: () => this.hub.subscribe(book, region),
      onEmpty: () => this.rooms.delete(name),
    });
    this.rooms.set(name, room);
    return room;
  }
}

interface SubscribeRequest {
  readonly name: string;
  readonly book: BookId;
  readonly region: ViewRegion;
}

function requestOf(view: OrderBookQuery): SubscribeRequest {
  const { book, region } = requestedView(view);
  return { name: `${bookName(book)}|${region}`, book, region };
}
