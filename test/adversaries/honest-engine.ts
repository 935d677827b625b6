/**
 * The engine behind an honest seller. It knows its model in one spelling, and some prompts break it,
 * as there are prompts that break every engine: they ask for it by a word.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { BEHAVIOURS, type Behaviour, type Visit } from '../support/sellers/behaviours';

/** Words that a hostile prompt says, and what the engine then does. */
export const PROVOCATIONS = {
  'provoke-400': BEHAVIOURS.status({ status: 400, message: 'The prompt is not understood.' }),
  'provoke-500': BEHAVIOURS.error500(),
  'provoke-429': BEHAVIOURS.throttled({ retryAfter: '600' }),
  'provoke-silence': BEHAVIOURS.silent(),
  'provoke-stall': BEHAVIOURS.stall({ chunks: 2 }),
  'provoke-malformed': BEHAVIOURS.notJson(),
  /** Thinks for a while, and then answers. */
  'provoke-thought': BEHAVIOURS.slowFirstByte({ delayMs: 2_500 }),
} satisfies Record<string, Behaviour>;

const ANSWER = BEHAVIOURS.unhurried({ gapMs: 5, chunks: 10 });
/** Thinking time, the same for every request. */
const THINKS_MS = 15;

export function honestEngine(registeredModel: string): Behaviour {
  const unknownModel = BEHAVIOURS.status({ status: 404, message: 'The model does not exist.' });
  const of = (visit: Visit): Behaviour => {
    const { request } = visit;
    if (request?.body['model'] !== registeredModel) return unknownModel;
    const provoked = Object.entries(PROVOCATIONS).find(([word]) => request.rawBody.includes(word));
    return provoked?.[1] ?? ANSWER;
  };
  return {
    answer: async (visit) => {
      await delay(THINKS_MS);
      await of(visit).answer(visit);
    },
  };
}
