/** News as notifications of the browser: only for those who asked for them, and only while they look elsewhere. */
import { useCallback, useSyncExternalStore } from 'react';

const STORED_AS = 'tokenbook-notices';
const listeners = new Set<() => void>();
let isWanted = stored();

export type NoticeState = 'off' | 'on' | 'denied' | 'unsupported';

export function useNoticeState(): NoticeState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      if (!('Notification' in globalThis)) return 'unsupported';
      if (Notification.permission === 'denied') return 'denied';
      return isWanted && Notification.permission === 'granted' ? 'on' : 'off';
    },
  );
}

export async function wantNotices(wanted: boolean): Promise<void> {
  if (wanted) await Notification.requestPermission();
  isWanted = wanted;
  try {
    localStorage.setItem(STORED_AS, wanted ? 'on' : 'off');
  } catch {
    // The choice lasts as long as the page.
  }
  listeners.forEach((listener) => listener());
}

export function useBrowserNotices(): (text: string) => void {
  const state = useNoticeState();
  return useCallback(
    (text) => {
      if (state === 'on' && document.hidden) new Notification('Tokenbook', { body: text });
    },
    [state],
  );
}

function stored(): boolean {
  try {
    return localStorage.getItem(STORED_AS) === 'on';
  } catch {
    return false;
  }
}
