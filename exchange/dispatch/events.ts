/** The events of a seller's stream. */
import { EventReader } from '../../domain/answers/events';
import { AttemptFailure } from './outcome';

export class SellerEvents extends EventReader {
  /** @throws AttemptFailure `malformed` for bytes that are not UTF-8 */
  override feed(bytes: Buffer | null): string[] {
    try {
      return super.feed(bytes);
    } catch {
      throw new AttemptFailure('malformed', 'the stream is not UTF-8');
    }
  }
}
