/** Records who decrypts prompts and answers, before they are shown. */
import { newId } from '../../domain/new-id';
import type { Records } from '../../records/connect';
import type { OpeningDocument } from '../../records/opening';
import { writable } from '../../records/writable';

export async function recordOpening(
  { openings }: Pick<Records, 'openings'>,
  opening: Omit<OpeningDocument, '_id' | 'at'>,
): Promise<void> {
  await writable(openings).insertOne({ _id: newId(), ...opening, at: new Date() });
}
