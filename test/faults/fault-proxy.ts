/**
 * A network between the processes and one server, as bad as a test wants it. Bytes pass in their
 * order; a fault holds both directions of every connection, or one of them.
 */
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Direction = 'requests' | 'answers';

export type Fault =
  /** Connections break, and new ones are refused. */
  | { readonly kind: 'refused' }
  /** Connections stay open, new ones are accepted, and nothing passes; afterwards they break. */
  | { readonly kind: 'silent' }
  /** One direction stands still, and passes late what was sent meanwhile. */
  | { readonly kind: 'held'; readonly direction: Direction }
  /** Both directions are late by this much for each message. */
  | { readonly kind: 'late'; readonly delayMs: number }
  /** Each direction of a connection passes so much. */
  | { readonly kind: 'narrow'; readonly bytesPerSecond: number }
  /** Messages arrive in pieces of this size. */
  | { readonly kind: 'pieces'; readonly bytes: number }
  /** A connection breaks in the middle of a message, when it has answered so many bytes. */
  | { readonly kind: 'broken'; readonly afterBytes: number };

const NARROW_EVERY_MS = 20;

export class FaultProxy {
  /** Pieces that met a fault. */
  affected = 0;
  private fault: Fault | null = null;
  /** Resolves when the fault changes. */
  private change = changed();
  private readonly passages = new Set<Passage>();

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {}

  /** @param target port of the server itself */
  static async open(target: number): Promise<FaultProxy> {
    const server = createServer();
    const proxy = new FaultProxy(server, target);
    server.on('connection', (socket) => proxy.accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** How many connections it passes now. */
  get connections(): number {
    return this.passages.size;
  }

  set(fault: Fault): void {
    this.replace(fault);
    if (fault.kind === 'refused') this.breakAll();
  }

  heal(): void {
    const { fault } = this;
    if (fault?.kind === 'silent') this.breakAll();
    this.replace(null);
  }

  /** From now on connections lead to another server, as an address does after a failover. */
  leadTo(target: number): void {
    this.target = target;
    this.breakAll();
  }

  close(): void {
    this.server.close();
    this.breakAll();
    this.replace(null);
  }

  private replace(fault: Fault | null): void {
    this.fault = fault;
    this.change.tell();
    this.change = changed();
  }

  private breakAll(): void {
    for (const passage of this.passages) passage.break();
  }

  private accept(inward: Socket): void {
    if (this.fault?.kind === 'refused') {
      this.affected += 1;
      return void inward.resetAndDestroy();
    }
    const passage = new Passage(inward, connect(this.target, '127.0.0.1'), () =>
      this.passages.delete(passage),
    );
    this.passages.add(passage);
    void this.pass(passage, 'requests');
    void this.pass(passage, 'answers');
  }

  private async pass(passage: Passage, direction: Direction): Promise<void> {
    try {
      for await (const chunk of passage.from(direction)) {
        await this.deliver(passage, direction, chunk as Buffer);
      }
      passage.to(direction).end();
    } catch {
      passage.break();
    }
  }

  private async deliver(passage: Passage, direction: Direction, chunk: Buffer): Promise<void> {
    let left = chunk;
    while (left.length > 0 && !passage.isBroken) {
      const { fault, change } = this;
      if (fault) this.affected += 1;
      const isHeld = fault?.kind === 'held' && fault.direction === direction;
      if (fault?.kind === 'silent' || isHeld) {
        await change.heard;
        continue;
      }
      if (fault?.kind === 'late') await Promise.race([delay(fault.delayMs), passage.broken]);
      if (fault?.kind === 'narrow') await delay(NARROW_EVERY_MS);
      const piece = left.subarray(0, pieceOf(fault));
      left = left.subarray(piece.length);
      if (direction === 'answers') passage.answeredBytes += piece.length;
      await passage.write(direction, piece);
      if (fault?.kind === 'broken' && passage.answeredBytes > fault.afterBytes) passage.break();
    }
  }
}

function pieceOf(fault: Fault | null): number {
  if (fault?.kind === 'pieces') return fault.bytes;
  if (fault?.kind === 'broken') return fault.afterBytes;
  if (fault?.kind !== 'narrow') return Infinity;
  return Math.max(1, Math.floor((fault.bytesPerSecond * NARROW_EVERY_MS) / 1_000));
}

/** One connection: that of a process, and the one to the server that was opened for it. */
class Passage {
  answeredBytes = 0;
  readonly broken: Promise<void>;

  constructor(
    private readonly inward: Socket,
    private readonly outward: Socket,
    onBroken: () => void,
  ) {
    const change = changed();
    this.broken = change.heard;
    for (const socket of [inward, outward]) {
      socket.setNoDelay(true);
      socket.on('error', () => this.break());
      socket.on('close', () => {
        this.break();
        change.tell();
        onBroken();
      });
    }
  }

  get isBroken(): boolean {
    return this.inward.destroyed || this.outward.destroyed;
  }

  from(direction: Direction): Socket {
    return direction === 'requests' ? this.inward : this.outward;
  }

  to(direction: Direction): Socket {
    return direction === 'requests' ? this.outward : this.inward;
  }

  async write(direction: Direction, piece: Buffer): Promise<void> {
    const socket = this.to(direction);
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), this.broken]);
  }

  /** The other side learns of it by a reset, in the middle of whatever it reads. */
  break(): void {
    if (!this.inward.destroyed) this.inward.resetAndDestroy();
    if (!this.outward.destroyed) this.outward.resetAndDestroy();
  }
}

function changed(): { readonly heard: Promise<void>; tell(): void } {
  let tell = (): void => undefined;
  const heard = new Promise<void>((resolve) => (tell = resolve));
  return { heard, tell: () => tell() };
}
