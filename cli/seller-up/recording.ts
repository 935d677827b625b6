/** One answer of the upstream: recorded as it arrives, played from its start to every request with its key. */
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';

type State = 'running' | 'whole' | 'broken';

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** If no reader returns within this time, the upstream's work is stopped. */
const UNREAD_MS = 10_000;

export class Recording extends EventEmitter {
  private head: Head | null = null;
  private readonly chunks: Uint8Array[] = [];
  private state: State = 'running';
  private readers = 0;
  private readonly stopping = new AbortController();
  bytes = 0;

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /** Aborted when nobody reads any more. */
  get unread(): AbortSignal {
    return this.stopping.signal;
  }

  get isRunning(): boolean {
    return this.state === 'running';
  }

  /** Whether its status may have been sent already. */
  get hasBegun(): boolean {
    return this.head !== null;
  }

  begin(head: Head): void {
    this.head = head;
    this.emit('more');
  }

  add(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    this.emit('more');
  }

  end(state: Exclude<State, 'running'>): void {
    this.state = state;
    this.emit('more');
  }

  /** Plays from the start to the end, as fast as this reader reads. */
  async play(res: ServerResponse): Promise<void> {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    this.readers += 1;
    try {
      await this.playUntil(res, gone.signal);
    } catch (err) {
      if ((err as Error).name !== 'AbortError') throw err;
    } finally {
      this.readers -= 1;
      if (this.readers === 0 && this.isRunning) {
        setTimeout(() => {
          if (this.readers === 0 && this.isRunning) this.stopping.abort();
        }, UNREAD_MS).unref();
      }
    }
  }

  private async playUntil(res: ServerResponse, signal: AbortSignal): Promise<void> {
    for (let next = 0; ;) {
      if (this.head && !res.headersSent) res.writeHead(this.head.status, this.head.headers);
      const chunk = this.chunks[next];
      if (chunk) {
        next += 1;
        if (!res.write(chunk)) await once(res, 'drain', { signal });
      } else if (this.isRunning) await once(this, 'more', { signal });
      else {
        // A broken answer is cut off, so that no client takes it for a complete one.
        if (this.state === 'whole') res.end();
        else res.destroy();
        return;
      }
    }
  }
}
