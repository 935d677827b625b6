/** What the buyer's pages read again when something of the account has changed. */
import { type ReactNode, useMemo } from 'react';
import { AccountEventsProvider, type Subscription, useEvents } from '../client/account-events';
import { SIGNED_IN, useBuyer } from '../client/credential';
import { useNews } from '../client/news';
import { Badge } from '../design/layout';
import { useNow } from '../design/now';
import { buyerNews } from './buyer-news';

const MONEY = ['account', 'spend'] as const;
const CAPACITY = ['contracts', 'tickets'] as const;
const REQUESTS = ['requests', 'request', 'keys', ...CAPACITY, ...MONEY] as const;

const CONCERNED: Subscription['concerned'] = {
  request: REQUESTS,
  trade: REQUESTS,
  order: ['orders', ...CAPACITY, ...MONEY],
  lot: ['orders', ...CAPACITY, ...MONEY],
  ticket: CAPACITY,
  deposit: [...MONEY, 'statement'],
};

/** How long a resumed connection says so. */
const RESUMED_MS = 6_000;

export function BuyerEvents({ children }: { readonly children: ReactNode }) {
  const clients = useBuyer();
  const add = useNews()?.add;
  const subscription = useMemo(
    () => ({
      auth: clients && { key: clients.key },
      queries: SIGNED_IN,
      concerned: CONCERNED,
      onChanges: clients && add ? buyerNews(clients, add) : null,
    }),
    [clients, add],
  );
  return <AccountEventsProvider subscription={subscription}>{children}</AccountEventsProvider>;
}

/** Whether changes appear by themselves; said aloud when that changes. */
export function EventState() {
  const nowMs = useNow();
  const { connection, resumedAtMs } = useEvents();
  if (connection === 'off') return null;
  const isResumed = resumedAtMs !== null && nowMs - resumedAtMs < RESUMED_MS;
  return (
    <span role="status" className="connection" data-events={connection}>
      {connection === 'live' && (
        <Badge tone="good">
          <span aria-hidden="true">●</span>{' '}
          {isResumed ? 'Connection was lost; everything was read again' : 'Live'}
        </Badge>
      )}
      {connection === 'connecting' && <Badge>Connecting</Badge>}
      {connection === 'interrupted' && (
        <Badge tone="warn">
          <span aria-hidden="true">○</span> Connection lost, asking every few seconds
        </Badge>
      )}
    </span>
  );
}
