/** WebSockets that read one book and record when each change reached them. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

const OPENED_AT_ONCE = 50;
const ASKS = Buffer.from('"asks":[');
/** Bytes that contain the best ask. */
const FIRST_ROW_BYTES = 96;
const QUANTITY = /"quantity":"(\d+)"/;

export class Readers {
  private readonly sockets: WebSocket[] = [];
  private readonly seen: number[] = [];
  private latenciesMs: number[] = [];

  private constructor(
    private readonly address: string,
    /** The change that a quantity of the best ask implies: each reserves one token. */
    private readonly changeOf: (quantityTokens: number) => number,
    /** When each change was sent. */
    private readonly sentAtMs: readonly number[],
  ) {}

  static async open(
    count: number,
    address: string,
    changeOf: (quantityTokens: number) => number,
    sentAtMs: readonly number[],
  ): Promise<Readers> {
    const readers = new Readers(address, changeOf, sentAtMs);
    for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
      const most = Math.min(OPENED_AT_ONCE, count - opened);
      await Promise.all(Array.from({ length: most }, () => readers.add()));
    }
    return readers;
  }

  /** Opens sockets that read nothing. */
  static async stall(count: number, address: string): Promise<() => void> {
    const sockets = Array.from({ length: count }, () => new WebSocket(address));
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    for (const socket of sockets) socket.pause();
    return () => {
      for (const socket of sockets) socket.terminate();
    };
  }

  get count(): number {
    return this.sockets.length;
  }

  /** Number of readers without a change. */
  behind(change: number): number {
    return this.seen.filter((seen) => seen < change).length;
  }

  /** Latencies since the previous call. */
  takeLatencies(): number[] {
    const latenciesMs = this.latenciesMs;
    this.latenciesMs = [];
    return latenciesMs;
  }

  close(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  private async add(): Promise<void> {
    const socket = new WebSocket(this.address);
    const index = this.sockets.push(socket) - 1;
    this.seen[index] = 0;
    let isFirst = true;
    socket.on('message', (data: Buffer) => {
      const now = performance.now();
      const change = this.changeOf(bestQuantity(data));
      for (let at = this.seen[index]! + 1; !isFirst && at <= change; at++) {
        this.latenciesMs.push(now - this.sentAtMs[at]!);
      }
      this.seen[index] = change;
      isFirst = false;
    });
    await once(socket, 'message');
  }
}

function bestQuantity(data: Buffer): number {
  const at = data.indexOf(ASKS);
  const [, quantity = ''] = QUANTITY.exec(data.toString('latin1', at, at + FIRST_ROW_BYTES)) ?? [];
  return Number.parseInt(quantity, 10);
}
