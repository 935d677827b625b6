/**
 * Reading change streams of MongoDB. One whose collection or database is dropped or renamed ends with
 * `invalidate`, and answers without a change and without a pause from then on: its reader opens
 * another one.
 */
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
