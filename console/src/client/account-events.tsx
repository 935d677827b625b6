/**
 * The page hears from the exchange what has changed for the holder of the key, and reads that again at
 * once. Without a connection pages ask every few seconds, and say so.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Socket } from 'socket.io-client';
import { Repeated } from './repeated';

const RECONNECT_MS = 500;
const RECONNECT_MOST_MS = 10_000;
/** Of the reads of one query. */
const READ_EVERY_MS = 500;
/** How often pages read by themselves while they are told of changes. */
const POLL_WHEN_LIVE_MS = 30_000;

export type EventConnection = 'off' | 'connecting' | 'live' | 'interrupted';

export interface AccountEvents {
  readonly connection: EventConnection;
  /** When a lost connection was resumed for the last time, by the clock of this page. */
  readonly resumedAtMs: number | null;
}

export type ChangeKind =
  'request' | 'trade' | 'order' | 'lot' | 'ticket' | 'deposit' | 'standing' | 'all';

export interface Change {
  readonly kind: ChangeKind;
  readonly id: string | null;
}

export interface Subscription {
  /** `{key}` of a buyer or `{seller_key}`; null while nobody is signed in. */
  readonly auth: Readonly<Record<string, string>> | null;
  /** The first part of the key of every query that belongs to the account. */
  readonly queries: string;
  /** The second part of the keys of what a change concerns; without a row: of everything. */
  readonly concerned: Readonly<Partial<Record<ChangeKind, readonly string[]>>>;
  readonly onChanges?: ((changes: readonly Change[]) => void) | null;
}

const OFF: AccountEvents = { connection: 'off', resumedAtMs: null };

/** Follows the changes of an account while the component is shown. */
export function useAccountEvents({
  auth,
  queries,
  concerned,
  onChanges,
}: Subscription): AccountEvents {
  const client = useQueryClient();
  const [events, setEvents] = useState(OFF);
  const rows = useRef(concerned);
  rows.current = concerned;
  const notified = useRef(onChanges);
  notified.current = onChanges;
  const credential = auth === null ? null : JSON.stringify(auth);
  useEffect(() => {
    if (credential === null) return undefined;
    const reads = readsOf(client, queries);
    let socket: Socket | null = null;
    let isOver = false;
    let wasLive = false;
    setEvents({ connection: 'connecting', resumedAtMs: null });
    const changed = ({ changes }: { changes: readonly Change[] }) => {
      notified.current?.(changes);
      for (const kind of new Set(changes.map((change) => change.kind))) {
        const names = kind === 'all' ? null : (rows.current[kind] ?? null);
        reads(names);
      }
    };
    const open = async () => {
      const { io } = await import('socket.io-client');
      if (isOver) return;
      socket = io(`${location.origin}/account`, {
        transports: ['websocket'],
        forceNew: true,
        reconnectionDelay: RECONNECT_MS,
        reconnectionDelayMax: RECONNECT_MOST_MS,
        auth: JSON.parse(credential) as object,
      });
      const again = () => setTimeout(() => !isOver && socket?.connect(), RECONNECT_MOST_MS / 2);
      socket.on('account_changed', changed);
      socket.on('connect', () => {
        setEvents({ connection: 'live', resumedAtMs: wasLive ? Date.now() : null });
        wasLive = true;
        // What changed before is not told.
        changed({ changes: [{ kind: 'all', id: null }] });
      });
      socket.on('disconnect', (reason) => {
        if (isOver) return;
        setEvents((shown) => ({ ...shown, connection: 'interrupted' }));
        // A gateway that stops, or a key that was revoked or rotated here: the way back says which.
        if (reason === 'io server disconnect') again();
      });
      // After a refusal the client does not come back by itself.
      socket.on('connect_error', () => {
        setEvents((shown) => ({ ...shown, connection: wasLive ? 'interrupted' : 'connecting' }));
        if (socket?.active === false) {
          reads(null);
          again();
        }
      });
    };
    void open();
    return () => {
      isOver = true;
      socket?.disconnect();
      setEvents(OFF);
    };
  }, [client, queries, credential]);
  return events;
}

/** Reads the queries of a page that are concerned: at once, and again if they change meanwhile. */
function readsOf(client: QueryClient, first: string) {
  const repeated = new Map<string, Repeated>();
  const read = (queryKey: readonly string[]) => {
    const name = JSON.stringify(queryKey);
    const known =
      repeated.get(name) ??
      new Repeated(READ_EVERY_MS, () =>
        client.invalidateQueries({ queryKey }, { cancelRefetch: false }),
      );
    repeated.set(name, known);
    known.request();
  };
  return (names: readonly string[] | null) => {
    if (names === null) return read([first]);
    for (const name of names) read([first, name]);
  };
}

const EventsContext = createContext<AccountEvents>(OFF);

export function AccountEventsProvider(props: {
  readonly subscription: Subscription;
  readonly children: ReactNode;
}) {
  const { connection, resumedAtMs } = useAccountEvents(props.subscription);
  const events = useMemo(() => ({ connection, resumedAtMs }), [connection, resumedAtMs]);
  return <EventsContext value={events}>{props.children}</EventsContext>;
}

export function useEvents(): AccountEvents {
  return useContext(EventsContext);
}

/** @param pollMs how often a page reads while it is not told of changes */
export function usePollMs(pollMs: number): number {
  return useEvents().connection === 'live' ? Math.max(pollMs, POLL_WHEN_LIVE_MS) : pollMs;
}
