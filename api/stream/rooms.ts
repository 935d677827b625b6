/**
 * Rooms of socket.io, one for each view with readers at this gateway: `subscribe` with `{model_id,
 * region?, tenor?}` joins one. They carry the same messages as the raw stream, serialised once for
 * all readers that keep up.
 */
import { type BookId, bookName } from '../../domain/instruments';
import { type FlatErrorBody, errorBody } from '../middleware/error-body';
import { asFailure } from '../middleware/errors';
import { parseWith } from '../middleware/body';
import { fail } from '../../domain/errors';
import { orderBookQuerySchema } from '../schemas/market';
import type { BookHub } from './book-hub';
import type { ViewRegion } from './book-view';
import { BookRoom } from './book-room';
import type { StreamMetrics } from './metrics';
import type { StreamServer, StreamSocket, SubscribeAnswer } from './socket-events';

/** Maximum number of rooms per socket. */
const ROOMS_PER_SOCKET = 32;

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
    socket.on(
      'subscribe',
      this.answering(async (query) => {
        const request = requestOf(query);
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
        return request.name;
      }),
    );
    socket.on(
      'unsubscribe',
      this.answering(async (query) => {
        const { name } = requestOf(query);
        joined.get(name)?.leave(socket);
        joined.delete(name);
        return name;
      }),
    );
    this.metrics.connections.inc({ kind: 'room' });
    socket.once('disconnect', () => {
      this.metrics.connections.dec({ kind: 'room' });
      for (const room of joined.values()) room.leave(socket);
    });
  }

  /** Wraps an event's handler: acknowledges with its result or with the refusal. */
  private answering(act: (query: unknown) => Promise<string>) {
    const refusalOf = (err: unknown) =>
      errorBody(asFailure(err), 'market', this.publicUrl) as FlatErrorBody;
    return async (query: unknown, answer?: (body: SubscribeAnswer) => void): Promise<void> => {
      const body = await act(query).then((room) => ({ room }), refusalOf);
      if (typeof answer === 'function') answer(body);
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

function requestOf(query: unknown): SubscribeRequest {
  const { model_id, region = 'any', tenor = 'spot' } = parseWith(orderBookQuerySchema, query);
  const book = { modelId: model_id, tenor };
  return { name: `${bookName(book)}|${region}`, book, region };
}
