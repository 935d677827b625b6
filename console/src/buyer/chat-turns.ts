/** The turns of a conversation: what was asked, what was answered, and what became of the request. */
import type { BuyerRequestDetails } from './bodies';
import type { Draft } from './chat-draft';
import { NOTHING_SAID, type Said } from './chat-said';
import type { Fill } from './chat-stream';

export interface Turn extends Said {
  /** `x-request-id` of its request. */
  readonly id: string;
  readonly model: string;
  readonly prompt: string;
  readonly phase: 'waiting' | 'streaming' | 'done' | 'stopped' | 'broken' | 'refused';
  /** Parts of the answer so far: about one token each. */
  readonly parts: number;
  readonly fillId: string | null;
  readonly fill: Fill | null;
  /** As the exchange recorded it. */
  readonly request: BuyerRequestDetails | null;
  /** Asked often enough, the exchange has no record of it. */
  readonly isUnrecorded: boolean;
  /** The connection broke, and its request is sent again. */
  readonly isAskedAgain: boolean;
  readonly error: unknown;
  readonly brokenBy: string | null;
}

export interface Conversation {
  readonly draft: Draft;
  readonly turns: readonly Turn[];
}

export const BEGUN = {
  ...NOTHING_SAID,
  phase: 'waiting',
  parts: 0,
  fillId: null,
  fill: null,
  request: null,
  isUnrecorded: false,
  isAskedAgain: false,
  error: null,
  brokenBy: null,
} as const;

/** Those that stay when the draft is sent. */
export function turnsBefore(turns: readonly Turn[], { replaces }: Draft): readonly Turn[] {
  const at = turns.findIndex(({ id }) => id === replaces);
  return at < 0 ? turns : turns.slice(0, at);
}

export function isRunning({ phase }: Pick<Turn, 'phase'>): boolean {
  return phase === 'waiting' || phase === 'streaming';
}

export function hasEnded({ request, phase }: Turn): boolean {
  return phase === 'refused' || (request !== null && request.status !== 'open');
}

export function hasSaid({ text, thinking, calls }: Said): boolean {
  return text !== '' || thinking !== '' || calls.length > 0;
}
