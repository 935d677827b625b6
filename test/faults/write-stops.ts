/**
 * The connection of one process to MongoDB, which stands still at a chosen write: before the server
 * reads it, or when it is executed and not yet answered. A test kills the process there.
 */
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

export type Moment = 'before' | 'behind';

const WRITES: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'commitTransaction',
]);
/** Of a message: its length, its id, the id that it answers, the operation. */
const HEADER_BYTES = 16;
const OP_MSG = 2_013;

interface Stop {
  readonly at: number;
  readonly moment: Moment;
  readonly reach: (write: string) => void;
}

export class WriteStops {
  /** The writes since `stopAt`, by their commands. */
  readonly writes: string[] = [];
  private stop: Stop | null = null;
  private awaited: number | null = null;
  private isStanding = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  /** @param target port of the server itself */
  static async open(target: number): Promise<WriteStops> {
    const server = createServer();
    const stops = new WriteStops(server, target);
    server.on('connection', (socket) => stops.accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return stops;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** @returns resolves to the command at which the process stands; never when it sends fewer writes */
  stopAt(at: number, moment: Moment): Promise<string> {
    return new Promise((reach) => (this.stop = { at, moment, reach }));
  }

  /** Breaks every connection: its process is dead. */
  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(inward: Socket): void {
    const outward = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    onMessages(inward, (message) => this.passes(message) && outward.write(message));
    onMessages(outward, (message) => this.isAnswered(message) && inward.write(message));
  }

  private passes(message: Buffer): boolean {
    if (this.isStanding) return false;
    const write = writeOf(message);
    if (!this.stop || !write) return true;
    this.writes.push(write);
    if (this.writes.length !== this.stop.at) return true;
    if (this.stop.moment === 'before') return this.stand(write);
    this.awaited = message.readInt32LE(4);
    return true;
  }

  private isAnswered(message: Buffer): boolean {
    if (this.isStanding) return false;
    if (this.awaited === null || message.readInt32LE(8) !== this.awaited) return true;
    return this.stand(this.writes.at(-1)!);
  }

  private stand(write: string): false {
    this.isStanding = true;
    this.stop!.reach(write);
    return false;
  }
}

function onMessages(socket: Socket, listener: (message: Buffer) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    buffer = Buffer.concat([buffer, data]);
    while (buffer.length >= HEADER_BYTES && buffer.length >= buffer.readInt32LE(0)) {
      const length = buffer.readInt32LE(0);
      listener(buffer.subarray(0, length));
      buffer = buffer.subarray(length);
    }
  });
}

/** The command of a message, which is the name of the first field of its body; null when it only reads. */
function writeOf(message: Buffer): string | null {
  if (message.readInt32LE(12) !== OP_MSG) return null;
  const nameAt = HEADER_BYTES + 4 + 1 + 4 + 1; // flags, kind of the section, length, type of the field
  const name = message.toString('latin1', nameAt, message.indexOf(0, nameAt));
  return WRITES.has(name) ? name : null;
}
