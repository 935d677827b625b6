import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { type BookName, type Books, BooksFeed, bookKey } from './books-feed';

const NONE: Books = new Map();
const never = () => () => undefined;
const none = () => NONE;

/** Follows these books while the component is shown; the same names again change nothing. */
export function useBooks(names: readonly BookName[], onChange: () => void): Books {
  const text = JSON.stringify(names.map(({ modelId, tenor }) => ({ modelId, tenor })));
  const followed = useMemo(() => unique(JSON.parse(text) as BookName[]), [text]);
  const changed = useEffectEvent(onChange);
  const [feed, setFeed] = useState<BooksFeed | null>(null);
  useEffect(() => {
    if (followed.length === 0) return undefined;
    const opened = new BooksFeed(followed, () => changed());
    setFeed(opened);
    return () => {
      opened.close();
      setFeed(null);
    };
  }, [followed]);
  return useSyncExternalStore(feed?.subscribe ?? never, feed?.state ?? none);
}

function unique(names: readonly BookName[]): BookName[] {
  return [...new Map(names.map((name) => [bookKey(name), name])).values()];
}
