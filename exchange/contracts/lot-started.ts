import type { Records } from '../../records/connect';
import { writable } from '../../records/writable';

/** Records that the workflow of a lot was started; the stored field is `hasStory`. */
export async function recordLotStarted(
  { lots }: Pick<Records, 'lots'>,
  lotId: string,
): Promise<void> {
  await writable(lots).updateOne({ _id: lotId }, { $set: { hasStory: true } });
}
