/**
 * A seller: one entity workflow per endpoint. It serializes registrations, key rotations and
 * changes of standing, and its history is the audit log of the endpoint's ownership. A suspension
 * is a durable timer here. Keys never enter it, only their keyed hashes. The workflow of an unused
 * seller ends and starts again with the next registration or change.
 */
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { SellerActivities } from '../activities/seller';
import type { StandingActivities } from '../activities/seller-standing';
import {
  type Registration,
  type RegistrationOutcome,
  isRegistration,
} from '../domain/registration';
import {
  type SellerStanding,
  type StandingDecision,
  type StandingOverride,
  isStandingDecision,
  isStandingOverride,
} from '../domain/standing';
import { timeText } from '../domain/timestamps';
import { LOST_AFTER } from './attempts';
import { onSignal, onUpdate } from './messages';
import { SellerView, type ShownRegistration, type ShownStanding } from './seller-view';

/** The first registration; every one, of a release before 0.3.0. */
export const register = defineUpdate<RegistrationOutcome, [Registration]>('register');
export const updateProfile = defineUpdate<RegistrationOutcome, [Registration]>('updateProfile');
export const rotateKey = defineUpdate<RegistrationOutcome, [Registration]>('rotateKey');
/** The operator's decision. Null when the endpoint has no seller. */
export const setStanding = defineUpdate<SellerStanding | null, [StandingOverride]>('setStanding');
/** The same, named by what they do. */
export const ban = defineUpdate<SellerStanding | null, [StandingDecision]>('ban');
export const suspend = defineUpdate<SellerStanding | null, [StandingDecision]>('suspend');
export const reinstate = defineUpdate<SellerStanding | null, [StandingDecision]>('reinstate');
export const DECISIONS = { Banned: ban, Suspended: suspend, Active: reinstate } as const;
/** Null before the first registration or change of standing that this workflow has seen. */
const standingNow = defineQuery<ShownStanding | null>('standing');
const registrationsSeen = defineQuery<readonly ShownRegistration[]>('registrations');
/** Outcomes of dispatches may have changed the standing: reads the records. */
export const outcomesChanged = defineSignal('outcomesChanged');

/** The seller is unused: the workflow ends, unless a suspension ends later. */
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
  summary: 'Update the standing from the latest dispatches',
});

const { overrideStanding } = proxyActivities<StandingActivities>({
  ...STANDING_OPTIONS,
  summary: 'Set the standing requested by the operator',
});

/** Retry interval while the records are unavailable. */
const LOOK_AGAIN_MS = 10_000;
/** MongoDB's clock, which ends a suspension, may be slightly behind the workflow's timer. */
const TIMER_MARGIN_MS = 50;

/** State that one run passes to the next. */
export interface SellerMemory {
  /** When the standing is to be judged next; null when only outcomes can change it. */
  readonly lookAtMs: number | null;
  readonly shown?: SellerView['shown'];
}

/**
 * @param isRegistered whether the endpoint has a seller; a workflow that started with a refused
 *   registration has none, and ends
 */
export async function seller(
  endpointUrl: string,
  isRegistered = false,
  memory: SellerMemory = { lookAtMs: null },
): Promise<void> {
  /** Serializes changes: the promise that the next one awaits. */
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
  const follow = (standing: SellerStanding | null, why?: string) => {
    lookAtMs = lookTime(standing);
    if (!standing) return;
    isRegistered = true;
    view.stands(standing, why);
  };

  for (const update of [register, updateProfile, rotateKey])
    onUpdate(update, [isRegistration], (registration) =>
      inTurn(async () => {
        const outcome = await registerSeller(registration);
        if (outcome.kind === 'registered' || outcome.kind === 'taken') isRegistered = true;
        else refusals += 1;
        if (outcome.kind === 'registered') view.registered(outcome);
        return outcome;
      }),
    );
  onDecision((override) =>
    inTurn(async () => {
      const standing = await overrideStanding(endpointUrl, override);
      follow(standing, override.reason);
      return standing;
    }),
  );
  answerQueries(view);
  onSignal(outcomesChanged, [], () => void (told = true), view.skipped);
  onSignal(sleep, [], () => void (isUnused = true), view.skipped);

  const isOver = () => (refusals > 0 && !isRegistered) || (isUnused && !told && lookAtMs === null);
  const isLong = () => workflowInfo().continueAsNewSuggested;
  while (!isOver() && !isLong()) {
    const isDue = await waitUntil(lookAtMs, () => told || isOver() || isLong());
    if (!told && !isDue) continue;
    told = false;
    const looked = inTurn(() => judgeStanding(endpointUrl));
    await looked.then(
      (standing) => follow(standing),
      () => (lookAtMs = Date.now() + LOOK_AGAIN_MS),
    );
  }
  await condition(allHandlersFinished);
  if (isOver()) return;
  if (told) lookAtMs = Date.now();
  await continueAsNew<typeof seller>(endpointUrl, isRegistered, {
    lookAtMs,
    shown: view.shown,
  });
}

function answerQueries(view: SellerView): void {
  setHandler(standingNow, () => view.standing);
  setHandler(registrationsSeen, () => view.registrations);
}

function onDecision(decide: (override: StandingOverride) => Promise<SellerStanding | null>): void {
  onUpdate(setStanding, [isStandingOverride], decide);
  for (const standing of ['Banned', 'Suspended', 'Active'] as const)
    onUpdate(DECISIONS[standing], [isStandingDecision], (decision) =>
      decide({ ...decision, standing }),
    );
}

/** @returns whether the time came first */
async function waitUntil(timeMs: number | null, isTold: () => boolean): Promise<boolean> {
  if (timeMs === null) {
    await condition(isTold);
    return false;
  }
  const leftMs = timeMs - Date.now();
  const summary = `Look at the standing again at ${timeText(timeMs)}`;
  return leftMs <= 0 || !(await condition(isTold, leftMs, { summary }));
}

function lookTime(standing: SellerStanding | null): number | null {
  const suspendedMs = standing?.suspendedMs ?? null;
  return suspendedMs === null ? null : Date.now() + Math.max(suspendedMs, 0) + TIMER_MARGIN_MS;
}
