/**
 * Tells of a book as soon as it is recorded, by a change stream: a search for new books would find it
 * within seconds, and its readers would wait as long for its first change (DATA-11).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BookId, parseBookName } from '../../domain/instruments';
import { ReopenedStream, changesWhere } from '../../records/mongodb/change-stream';
import type { ReadCollections } from '../../records/collections';

const INSERTED = changesWhere({ operationType: 'insert' });
/** How long MongoDB waits for a change. */
const AWAIT_MS = 1_000;
const PAUSE_MS = 1_000;

interface NewBooksOptions {
  tell(book: BookId): void;
  /** The stream failed; it is opened again. */
  onError(err: unknown): void;
}

export class NewBooks {
  private readonly stream: ReopenedStream;
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    { books }: Pick<ReadCollections, 'books'>,
    private readonly options: NewBooksOptions,
  ) {
    this.stream = new ReopenedStream(books, INSERTED, AWAIT_MS);
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.stream.close();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        const name = await this.stream.nextId();
        if (name !== null) this.options.tell(parseBookName(name));
      } catch (err) {
        if (this.isStopping) return;
        this.options.onError(err);
        await delay(PAUSE_MS);
      }
    }
  }
}
