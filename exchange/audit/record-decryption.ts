/** Records who decrypts prompts and answers, before they are shown. */
import { newId } from '../../domain/new-id';
import type { Records } from '../../records/connect';
import type { DecryptionDocument } from '../../records/documents/decryption';
import { writable } from '../../records/mongodb/writable';

export async function recordDecryption(
  { openings }: Pick<Records, 'openings'>,
  opening: Omit<DecryptionDocument, '_id' | 'at'>,
): Promise<void> {
  await writable(openings).insertOne({ _id: newId(), ...opening, at: new Date() });
}
