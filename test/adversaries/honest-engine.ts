/**
 * The inference engine of an honest seller. It accepts one spelling of its model. Prompts with a
 * certain word make it fail, as some prompts make any engine fail.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { BEHAVIOURS, type Behaviour, type Visit } from '../support/sellers/behaviours';

/** Words of hostile prompts, and the behaviour that each causes. */
export const PROVOCATIONS = {
  'provoke-400': BEHAVIOURS.status({ status: 400, message: 'The prompt is invalid.' }),
  'provoke-500': BEHAVIOURS.error500(),
  'provoke-429': BEHAVIOURS.throttled({ retryAfter: '600' }),
  'provoke-silence': BEHAVIOURS.silent(),
  'provoke-stall': BEHAVIOURS.stall({ chunks: 2 }),
  'provoke-malformed': BEHAVIOURS.notJson(),
  /** Answers after a delay. */
  'provoke-thought': BEHAVIOURS.slowFirstByte({ delayMs: 2_500 }),
} satisfies Record<string, Behaviour>;

const ANSWER = BEHAVIOURS.unhurried({ gapMs: 5, chunks: 10 });
/** Delay before the answer, the same for every request. */
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
