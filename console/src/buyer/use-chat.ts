/** The state of the playground's request, from its start to its fill. */
import { useEffect, useReducer, useRef } from 'react';
import { answerOf } from '../client/clients';
import type { BuyerRequestDetails } from './bodies';
import type { SignedInBuyer } from './buyer-page';
import { type ChatBody, type Fill, streamChat } from './chat-stream';

export interface Chat {
  readonly phase: 'ready' | 'waiting' | 'streaming' | 'done' | 'stopped' | 'broken' | 'refused';
  readonly text: string;
  /** Parts of the answer so far: about one token each. */
  readonly parts: number;
  readonly fillId: string | null;
  readonly fill: Fill | null;
  /** As the exchange recorded it, once there is a fill. */
  readonly request: BuyerRequestDetails | null;
  readonly error: unknown;
  readonly brokenBy: string | null;
}

const READY: Chat = {
  phase: 'ready',
  text: '',
  parts: 0,
  fillId: null,
  fill: null,
  request: null,
  error: null,
  brokenBy: null,
};

type Change = Partial<Chat> | ((chat: Chat) => Chat);

function reduce(chat: Chat, change: Change): Chat {
  return typeof change === 'function' ? change(chat) : { ...chat, ...change };
}

export function useChat({ key, market }: SignedInBuyer) {
  const [chat, change] = useReducer(reduce, READY);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const readRequest = async (id: string, signal: AbortSignal) => {
    const call = market.GET('/v1/requests/{id}', { params: { path: { id } } });
    const request = await answerOf(call).catch(() => null);
    if (request && !signal.aborted) change({ request });
  };

  const send = async (body: ChatBody) => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    change({ ...READY, phase: 'waiting' });
    let fillId: string | null = null;
    try {
      for await (const event of streamChat(key, body, signal)) {
        if (event.kind === 'begun') {
          ({ fillId } = event);
          change({ phase: 'streaming', fillId });
          if (fillId !== null) void readRequest(fillId, signal);
        } else if (event.kind === 'text') {
          const { text } = event;
          change((now) => ({ ...now, text: now.text + text, parts: now.parts + 1 }));
        } else if (event.kind === 'fill') change({ fill: event.fill });
        else change({ phase: 'broken', brokenBy: event.message });
      }
      change((now) => (now.phase === 'streaming' ? { ...now, phase: 'done' } : now));
    } catch (error) {
      if (signal.aborted) return;
      change((now) => ({ ...now, phase: now.phase === 'waiting' ? 'refused' : 'broken', error }));
    }
    if (fillId !== null) await readRequest(fillId, signal);
  };

  const stop = () => {
    running.current?.abort();
    change((now) => (isRunning(now) ? { ...now, phase: 'stopped' } : now));
  };

  return { chat, send, stop };
}

export function isRunning({ phase }: Chat): boolean {
  return phase === 'waiting' || phase === 'streaming';
}
