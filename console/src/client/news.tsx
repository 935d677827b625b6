/** What has happened to the one who is signed in, since the page was opened: the newest first, on every page. */
import { type ReactNode, createContext, use, useCallback, useMemo, useState } from 'react';
import type { Change } from './account-events';
import { useBrowserNotices } from './browser-notices';

export interface NewsItem {
  /** One event is reported once. */
  readonly id: string;
  readonly text: string;
  /** The page that shows more. */
  readonly to: string;
}

export interface News {
  readonly items: readonly (NewsItem & { readonly atMs: number })[];
  readonly unread: number;
  readonly add: (item: NewsItem) => void;
  readonly readAll: () => void;
}

/** What a change means to its reader; reads the records for it. */
export type NewsReader = (changes: readonly Change[]) => void;

const KEPT = 50;

const NewsContext = createContext<News | null>(null);

export function NewsProvider({ children }: { readonly children: ReactNode }) {
  const [items, setItems] = useState<News['items']>([]);
  const [unread, setUnread] = useState(0);
  const known = useMemo(() => new Set<string>(), []);
  const notify = useBrowserNotices();
  const add = useCallback(
    (item: NewsItem) => {
      if (known.has(item.id)) return;
      known.add(item.id);
      setItems((before) => [{ ...item, atMs: Date.now() }, ...before].slice(0, KEPT));
      setUnread((count) => count + 1);
      notify(item.text);
    },
    [known, notify],
  );
  const readAll = useCallback(() => setUnread(0), []);
  const news = useMemo(() => ({ items, unread, add, readAll }), [items, unread, add, readAll]);
  return <NewsContext value={news}>{children}</NewsContext>;
}

/** Null at the entry of the operator, who has no news. */
export function useNews(): News | null {
  return use(NewsContext);
}
