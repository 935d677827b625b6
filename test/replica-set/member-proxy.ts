/**
 * The address of one member of a replica set, as clients and the other members know it. It passes
 * bytes on, except from those that are cut off: their connections stay open and nothing arrives, as
 * in a partition of the network.
 */
import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';

/** Who opened a connection: a member, by the port where it listens itself, or a client. */
export type Source = number | 'clients';

interface Passage {
  readonly source: Source;
  readonly inward: Socket;
  readonly outward: Socket;
}

export class MemberProxy {
  private readonly cutOff = new Set<Source>();
  private readonly passages = new Set<Passage>();
  /** Not passed on: nothing has arrived yet, or its source is cut off. */
  private readonly waiting = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  /** @param target port of the member itself */
  static async open(port: number, target: number): Promise<MemberProxy> {
    const server = createServer();
    const proxy = new MemberProxy(server, target);
    server.on('connection', (socket) => proxy.accept(socket));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** From now on nothing of these sources arrives, and nothing is answered to them. */
  cut(...sources: readonly Source[]): void {
    for (const source of sources) this.cutOff.add(source);
    for (const { source, inward, outward } of this.passages) {
      if (!this.cutOff.has(source)) continue;
      inward.unpipe().pause();
      outward.unpipe().pause();
    }
  }

  /** What waited in the partition is lost: its connections break. */
  heal(): void {
    for (const passage of this.passages) if (this.cutOff.has(passage.source)) end(passage);
    for (const socket of this.waiting) socket.destroy();
    this.cutOff.clear();
  }

  close(): void {
    this.server.close();
    for (const passage of this.passages) end(passage);
    for (const socket of this.waiting) socket.destroy();
  }

  private accept(inward: Socket): void {
    this.waiting.add(inward);
    inward.setNoDelay(true);
    inward.on('error', () => inward.destroy()).on('close', () => this.waiting.delete(inward));
    inward.once('data', (greeting: Buffer) => {
      inward.pause();
      const source = sourceOf(greeting);
      if (!this.cutOff.has(source)) this.pass(source, inward, greeting);
    });
  }

  private pass(source: Source, inward: Socket, greeting: Buffer): void {
    const outward = connect(this.target, '127.0.0.1');
    outward.setNoDelay(true);
    const passage = { source, inward, outward };
    this.waiting.delete(inward);
    this.passages.add(passage);
    for (const socket of [inward, outward]) {
      socket.on('error', () => end(passage));
      socket.on('close', () => {
        end(passage);
        this.passages.delete(passage);
      });
    }
    outward.write(greeting);
    inward.pipe(outward);
    outward.pipe(inward);
  }
}

function end({ inward, outward }: Passage): void {
  inward.destroy();
  outward.destroy();
}

/** With test commands enabled, a member tells its host and port in the first message, as mongobridge needs it. */
function sourceOf(greeting: Buffer): Source {
  const at = greeting.indexOf('hostInfo\0');
  if (at < 0) return 'clients';
  const value = greeting.subarray(at + 'hostInfo\0'.length + 4);
  const host = value.subarray(0, value.indexOf(0)).toString();
  return Number.parseInt(host.slice(host.lastIndexOf(':') + 1), 10);
}
