/**
 * Tells of a book as soon as it is recorded, by a change stream: a search for new books would find it
 * within seconds, and its readers would wait as long for its first change (DATA-11).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { type BookId, parseBookName } from '../../domain/instruments';
import { changesWhere, nextOf } from '../../records/change-stream';
import type { ReadCollections } from '../../records/collections';

const INSERTED = [
  changesWhere({ operationType: 'insert' }),
  { $project: { operationType: 1, documentKey: 1 } },
];
/** How long MongoDB waits for a change. */
const AWAIT_MS = 1_000;
const PAUSE_MS = 1_000;
/** A book is recorded shortly before it is opened: until then there is nothing to follow. */
const OPEN_STEPS = 50;
const OPEN_STEP_MS = 5;

interface Change {
  readonly documentKey?: { readonly _id: unknown };
}

interface NewBooksOptions {
  isOpen(book: BookId): Promise<boolean>;
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
        if (!change?.documentKey) continue;
        const book = parseBookName(String(change.documentKey._id));
        void this.tellWhenOpen(book).catch((err: unknown) => this.options.onError(err));
      }
    } finally {
      await stream.close();
    }
  }

  private async tellWhenOpen(book: BookId): Promise<void> {
    const { isOpen, tell } = this.options;
    for (let step = 0; step < OPEN_STEPS && !(await isOpen(book)); step += 1) {
      await delay(OPEN_STEP_MS);
    }
    if (!this.isStopping) tell(book);
  }
}
