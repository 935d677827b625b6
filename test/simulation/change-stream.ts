/** A change stream of MongoDB: the server is asked at once, and the wait for a change is simulated. */
import type { mongo } from 'mongoose';
import { outside } from './actors';
import { type Changes, WaitingReads } from './changes';
import { mongoLost } from './lost';
import type { Scheduler } from './scheduler';

type Stream = Pick<mongo.ChangeStream, 'tryNext' | 'close' | 'resumeToken'>;

/** MongoDB waits for at least this long. */
const SHORTEST_WAIT_MS = 1;
/** Of a stream that states none. */
const AWAIT_MS = 1_000;

/** What the streams of a simulation share. */
export interface Streams {
  readonly scheduler: Scheduler;
  readonly changes: Changes;
  /** Answers to what every process reads again and again, until something else is written there. */
  readonly watched: { beating: unknown; unrecorded: unknown };
  /** To close when the simulation is over: those of dead processes, too. */
  readonly opened: Pick<Stream, 'close'>[];
}

export class SimulatedStream {
  private readonly stream: Stream;
  private readonly reads: WaitingReads;
  private readonly awaitMs: number;

  constructor(
    private readonly streams: Streams,
    private readonly path: string,
    open: (options: mongo.ChangeStreamOptions) => Stream,
    options: mongo.ChangeStreamOptions,
  ) {
    this.awaitMs = options.maxAwaitTimeMS ?? AWAIT_MS;
    this.reads = new WaitingReads(streams.changes);
    this.stream = outside(() => open({ ...options, maxAwaitTimeMS: SHORTEST_WAIT_MS }));
    streams.opened.push(this.stream);
  }

  get resumeToken(): unknown {
    return this.stream.resumeToken;
  }

  tryNext(): Promise<unknown> {
    const { scheduler } = this.streams;
    const read = () =>
      scheduler.effect(`${this.path}.tryNext`, () => this.stream.tryNext(), mongoLost);
    return this.reads.next(read, this.awaitMs);
  }

  async close(): Promise<void> {
    await outside(() => this.stream.close());
  }
}
