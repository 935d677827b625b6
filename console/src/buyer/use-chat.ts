import { useEffect, useSyncExternalStore } from 'react';
import { useEvents } from '../client/account-events';
import { remember } from '../client/tab-memory';
import type { SignedInBuyer } from './buyer-page';
import { ChatSession } from './chat-session';
import type { Conversation } from './chat-turns';

/** The account's conversation, from before a reload too. */
export function useChat(buyer: SignedInBuyer, accountId: string) {
  const session = remember(
    'buyer',
    `playground-${accountId}`,
    (kept) => new ChatSession(kept as Conversation | null),
  );
  const { resumedAtMs } = useEvents();
  useEffect(() => session.readEnds(buyer), [session, buyer, resumedAtMs]);
  return { session, ...useSyncExternalStore(session.subscribe, session.read) };
}
