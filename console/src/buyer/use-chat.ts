import { useSyncExternalStore } from 'react';
import type { SignedInBuyer } from './buyer-page';
import { ChatSession } from './chat-session';

/** Of the key that was used last; nobody else sees it. */
let kept: { readonly key: string; readonly session: ChatSession } | null = null;

export function useChat({ key, market }: SignedInBuyer) {
  if (kept?.key !== key) {
    kept?.session.stop();
    kept = { key, session: new ChatSession(key, market) };
  }
  const { session } = kept;
  const chat = useSyncExternalStore(session.subscribe, session.read);
  return { chat, send: session.send, stop: session.stop };
}
