/**
 * Reading change streams of MongoDB. One whose collection or database is dropped or renamed ends with
 * `invalidate`, and answers without a change and without a pause from then on: its reader opens
 * another one.
 */
import type { mongo } from 'mongoose';
import type { ReadCollection } from './read-collection';

const END = { operationType: 'invalidate' };

/** The first stage of a stream: these changes, and its end. Later stages keep `operationType`. */
export function changesWhere(match: object): { readonly $match: object } {
  return { $match: { $or: [match, END] } };
}

export class StreamEnded extends Error {
  constructor() {
    super('The change stream has ended: what it followed was dropped or renamed');
  }
}

/**
 * The next change; null when there was none for a while.
 * @throws StreamEnded
 */
export async function nextOf<Change>(stream: {
  tryNext(): Promise<Change | null>;
}): Promise<Change | null> {
  const change = await stream.tryNext();
  const { operationType } = (change ?? {}) as { readonly operationType?: string };
  if (operationType === END.operationType) throw new StreamEnded();
  return change;
}

/**
 * The ids of changed documents. The stream is opened when it is read, and again after an error, between
 * which changes are missed.
 */
export class ReopenedStream {
  private stream: Pick<mongo.ChangeStream, 'tryNext' | 'close'> | null = null;

  /** @param maxAwaitTimeMS how long MongoDB waits for a change */
  constructor(
    private readonly collection: { watch: ReadCollection<mongo.BSON.Document>['watch'] },
    private readonly match: { readonly $match: object },
    private readonly maxAwaitTimeMS: number,
  ) {}

  get isOpen(): boolean {
    return this.stream !== null;
  }

  /** Null when nothing changed for a while. */
  async nextId(): Promise<string | null> {
    const { match, maxAwaitTimeMS } = this;
    const pipeline = [match, { $project: { operationType: 1, documentKey: 1 } }];
    this.stream ??= this.collection.watch(pipeline, { maxAwaitTimeMS });
    try {
      const change = (await nextOf(this.stream)) as { documentKey?: { _id: unknown } } | null;
      return change?.documentKey ? String(change.documentKey._id) : null;
    } catch (err) {
      await this.close().catch(() => undefined);
      throw err;
    }
  }

  async close(): Promise<void> {
    const { stream } = this;
    this.stream = null;
    await stream?.close();
  }
}
