import { useEffect, useState, useSyncExternalStore } from 'react';
import { BookFeed, type FeedState } from './book-feed';
import type { View } from './queries';

const WAITING: FeedState = {
  connection: 'connecting',
  refusal: null,
  book: null,
  tape: null,
  lastGap: null,
};
const never = () => () => undefined;
const waiting = () => WAITING;

/** Follows the book of a view while the component is shown. */
export function useBook({ modelId, tenor, region }: View): FeedState {
  const [feed, setFeed] = useState<BookFeed | null>(null);
  useEffect(() => {
    const opened = new BookFeed({ modelId, tenor, region });
    setFeed(opened);
    return () => {
      opened.close();
      setFeed(null);
    };
  }, [modelId, tenor, region]);
  return useSyncExternalStore(feed?.subscribe ?? never, feed?.state ?? waiting);
}
