/**
 * A seller: one entity workflow per endpoint. Registrations, key rotations and changes of its
 * standing pass through it one after the other, and its history is the audit of who the endpoint
 * belonged to. A suspension is a durable timer here. Keys never come here, only their keyed hashes.
 * The workflow of a seller that nobody uses ends, and begins anew with the next registration or change.
 */
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { SellerActivities } from '../activities/seller';
import type { StandingActivities } from '../activities/seller-standing';
import type { Registration, RegistrationOutcome } from '../domain/registration';
import type { SellerStanding, StandingOverride } from '../domain/standing';
import { LOST_AFTER } from './attempts';
import { SellerView } from './seller-view';

export const register = defineUpdate<RegistrationOutcome, [Registration]>('register');
/** The operator's decision. Null when the endpoint has no seller. */
export const setStanding = defineUpdate<SellerStanding | null, [StandingOverride]>('setStanding');
/** Outcomes of dispatches may have changed the standing: look at the records. */
export const outcomesChanged = defineSignal('outcomesChanged');

/** Nobody uses the seller: the workflow ends, unless a suspension does later. */
export const sleep = defineSignal('sleep');

const { registerSeller } = proxyActivities<SellerActivities>({
  startToCloseTimeout: '10s',
  heartbeatTimeout: LOST_AFTER,
  scheduleToCloseTimeout: '30s',
  retry: { initialInterval: 100, maximumInterval: 2_000 },
  summary: 'Register, update or rotate the key',
});

const STANDING_OPTIONS = {
  startToCloseTimeout: '30s',
  heartbeatTimeout: LOST_AFTER,
  scheduleToCloseTimeout: '60s',
  retry: { initialInterval: 100, maximumInterval: 5_000 },
} as const;

const { judgeStanding } = proxyActivities<StandingActivities>({
  ...STANDING_OPTIONS,
  summary: 'Judge the standing by the newest dispatches',
});

const { overrideStanding } = proxyActivities<StandingActivities>({
  ...STANDING_OPTIONS,
  summary: 'Set the standing as the operator says',
});

/** With the records unavailable the look is repeated after this. */
const LOOK_AGAIN_MS = 10_000;
/** The end of a suspension by the clock that decides may be a moment behind our timer. */
const TIMER_MARGIN_MS = 50;

/** What a run hands on to the next one. */
export interface SellerMemory {
  /** When the standing is to be judged next; null when only outcomes can change it. */
  readonly lookAtMs: number | null;
  readonly shown?: SellerView['shown'];
}

/**
 * @param isRegistered whether the endpoint has a seller; a workflow that began with a refused
 *   registration has none, and ends
 */
export async function seller(
  endpointUrl: string,
  isRegistered = false,
  memory: SellerMemory = { lookAtMs: null },
): Promise<void> {
  /** One change at a time: the promise that the next one waits for. */
  let queue: Promise<unknown> = Promise.resolve();
  let refusals = 0;
  let { lookAtMs } = memory;
  let told = false;
  let isUnused = false;
  const view = new SellerView(endpointUrl, memory.shown);

  const inTurn = <Outcome>(work: () => Promise<Outcome>): Promise<Outcome> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const follow = (standing: SellerStanding | null) => {
    lookAtMs = lookTime(standing);
    if (!standing) return;
    isRegistered = true;
    view.stands(standing);
  };

  setHandler(register, (registration) =>
    inTurn(async () => {
      const outcome = await registerSeller(registration);
      if (outcome.kind === 'registered' || outcome.kind === 'taken') isRegistered = true;
      else refusals += 1;
      if (outcome.kind === 'registered') view.registered(outcome);
      return outcome;
    }),
  );
  setHandler(setStanding, (override) =>
    inTurn(async () => {
      const standing = await overrideStanding(endpointUrl, override);
      follow(standing);
      return standing;
    }),
  );
  setHandler(outcomesChanged, () => {
    told = true;
  });

  setHandler(sleep, () => {
    isUnused = true;
  });

  const isOver = () => (refusals > 0 && !isRegistered) || (isUnused && !told && lookAtMs === null);
  const isLong = () => workflowInfo().continueAsNewSuggested;
  while (!isOver() && !isLong()) {
    const isDue = await waitUntil(lookAtMs, () => told || isOver() || isLong());
    if (!told && !isDue) continue;
    told = false;
    const looked = inTurn(() => judgeStanding(endpointUrl));
    await looked.then(follow, () => (lookAtMs = Date.now() + LOOK_AGAIN_MS));
  }
  await condition(allHandlersFinished);
  if (isOver()) return;
  if (told) lookAtMs = Date.now();
  await continueAsNew<typeof seller>(endpointUrl, isRegistered, {
    lookAtMs,
    shown: view.shown,
  });
}

/** @returns whether the time came first */
async function waitUntil(timeMs: number | null, isTold: () => boolean): Promise<boolean> {
  if (timeMs === null) {
    await condition(isTold);
    return false;
  }
  const leftMs = timeMs - Date.now();
  return leftMs <= 0 || !(await condition(isTold, leftMs));
}

function lookTime(standing: SellerStanding | null): number | null {
  const suspendedMs = standing?.suspendedMs ?? null;
  return suspendedMs === null ? null : Date.now() + Math.max(suspendedMs, 0) + TIMER_MARGIN_MS;
}
