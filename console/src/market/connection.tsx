/** Whether the book is live; said aloud when it changes. */
import { Badge } from '../design/layout';
import { useNow } from '../design/now';
import type { FeedState } from './book-feed';

/** How long a resumed connection says so. */
const RESUMED_MS = 6_000;

export function ConnectionState({ feed }: { readonly feed: FeedState }) {
  const nowMs = useNow();
  const { connection, refusal, lastGap } = feed;
  const isResumed = lastGap !== null && nowMs - lastGap.toMs < RESUMED_MS;
  return (
    <span role="status" className="connection" data-connection={connection}>
      {connection === 'live' && (
        <Badge tone="good">
          <span aria-hidden="true">●</span> {isResumed ? 'Live again' : 'Live'}
        </Badge>
      )}
      {connection === 'connecting' && <Badge>Connecting</Badge>}
      {connection === 'interrupted' && (
        <Badge tone="warn">
          <span aria-hidden="true">○</span> Connection lost, trying again
        </Badge>
      )}
      {connection === 'refused' && <Badge tone="bad">{refusal ?? 'Refused'}</Badge>}
    </span>
  );
}
