/** The bell: how much is new, and the list of what has happened since the page was opened. */
import { useState } from 'react';
import { Link } from 'wouter';
import { useNoticeState, wantNotices } from '../client/browser-notices';
import { useBuyer, useSeller } from '../client/credential';
import { type News, useNews } from '../client/news';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { EmptyState } from '../design/states';
import { Time } from '../design/values';

export function NewsBell() {
  const news = useNews();
  return news && <Bell {...news} />;
}

/** A visitor without a key has no news, and a phone has no room. */
function Bell({ items, unread, readAll }: News) {
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = [useBuyer(), useSeller()].some((holder) => holder !== null);
  if (!isSignedIn) return null;
  const open = () => {
    setOpen(true);
    readAll();
  };
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} new`;
  return (
    <>
      <Button kind="quiet" className="news-bell" onClick={open} aria-label={label} title={label}>
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <path
            d="M3 12h10c-1-1-1.4-2-1.4-4.5a3.6 3.6 0 0 0-7.2 0C4.4 10 4 11 3 12zm3.6 1.5h2.8"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        </svg>
        {unread > 0 && <span className="news-count">{unread}</span>}
      </Button>
      <span className="only-read" role="status">
        {unread > 0 && items[0]?.text}
      </span>
      <Dialog title="Notifications" isOpen={isOpen} onClose={() => setOpen(false)}>
        <List items={items} onOpen={() => setOpen(false)} />
        <BrowserNotices />
      </Dialog>
    </>
  );
}

interface ListProps {
  readonly items: News['items'];
  readonly onOpen: () => void;
}

function List({ items, onOpen }: ListProps) {
  if (items.length === 0) {
    return (
      <EmptyState title="Nothing yet">
        Filled orders, ended contracts, deposits, changes of a standing and a key that comes to its
        limit appear here while you are signed in.
      </EmptyState>
    );
  }
  return (
    <ul className="news">
      {items.map(({ id, text, to, atMs }) => (
        <li key={id}>
          <Link href={to} onClick={onOpen}>
            {text}
          </Link>{' '}
          <span className="small faint">
            <Time value={atMs} show="ago" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function BrowserNotices() {
  const state = useNoticeState();
  if (state === 'unsupported') return null;
  if (state === 'denied') {
    return <p className="hint">This browser refuses notifications of this site.</p>;
  }
  return (
    <p>
      <Button onClick={() => void wantNotices(state === 'off')}>
        {state === 'off' ? 'Notify me in the browser too' : 'No more notifications of the browser'}
      </Button>
    </p>
  );
}
