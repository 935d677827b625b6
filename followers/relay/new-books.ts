/**
 * Tells of a book as soon as it is recorded, by a change stream: a search for new books would find it
 * within seconds, and its readers would wait as long for its first change (DATA-11).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { type BookId, parseBookName } from '../../domain/instruments';
import { changesWhere, nextOf } from '../../records/mongodb/change-stream';
import type { ReadCollections } from '../../records/collections';

const INSERTED = [
  changesWhere({ operationType: 'insert' }),
  { $project: { operationType: 1, documentKey: 1 } },
];
/** How long MongoDB waits for a change. */
const AWAIT_MS = 1_000;
const PAUSE_MS = 1_000;

interface Change {
  readonly documentKey?: { readonly _id: unknown };
}

interface NewBooksOptions {
  tell(book: BookId): void;
  /** The stream failed; it is opened again. */
  onError(err: unknown): void;
}

export class NewBooks {
  private stream: mongo.ChangeStream | null = null;
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly records: Pick<ReadCollections, 'books'>,
    private readonly options: NewBooksOptions,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.stream?.close();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.follow();
      } catch (err) {
        if (this.isStopping) return;
        this.options.onError(err);
        await delay(PAUSE_MS);
      }
    }
  }

  private async follow(): Promise<void> {
    const stream = this.records.books.watch(INSERTED, { maxAwaitTimeMS: AWAIT_MS });
    this.stream = stream as unknown as mongo.ChangeStream;
    try {
      while (!this.isStopping) {
        const change = await nextOf(stream as unknown as { tryNext(): Promise<Change | null> });
        if (change?.documentKey) this.options.tell(parseBookName(String(change.documentKey._id)));
      }
    } finally {
      await stream.close();
    }
  }
}
