/** Records who decrypts prompts and answers, before they are shown. */
import { v7 as uuidV7 } from 'uuid';
import type { Records } from '../../records/connect';
import type { OpeningDocument } from '../../records/opening';
import { writable } from '../../records/writable';

export async function recordOpening(
  { openings }: Pick<Records, 'openings'>,
  opening: Omit<OpeningDocument, '_id' | 'at'>,
): Promise<void> {
  await writable(openings).insertOne({ _id: uuidV7(), ...opening, at: new Date() });
}
