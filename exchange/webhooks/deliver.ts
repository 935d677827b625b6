/**
 * Delivers webhooks: creates the deliveries of new events and sends those that are due, by leases of
 * whole endpoints. Any number of processes share the work.
 *
 * A receiver that is slow or dead delays nobody else: a participant has few endpoints at work in a
 * process at a time, endpoints that fail share a small part of the places, and one that fails rests
 * between attempts. A host gets no more than its budget, however many endpoints lead to it.
 */
import type { Settings } from '../../config/settings';
import type { Sealer } from '../../domain/sealing';
import type { RedisClient } from '../../engine/connect-redis';
import { redisPrefix } from '../../engine/redis-keys';
import type { AddressLookup } from '../dispatch/address-guard';
import { HostBudget } from '../../fairness/host-budget';
import { Rounds } from '../../fairness/rounds';
import { type ChallengeOutcome, challengeEvent, recordChallenge } from './challenge';
import { type FanOutRecords, fanOut } from './fan-out';
import { resealSecrets, signingSecrets } from './secrets';
import {
  type AttemptResult,
  type WebhookOutcome,
  claimEndpoint,
  dueDeliveries,
  isConfirmed,
  recordAttempt,
  releaseEndpoint,
} from './due-deliveries';
import type { WebhookDeliveryDocument } from '../../records/documents/webhook-delivery';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import { WebhookClient } from './post-event';

const TICK_MS = 500;
const ENDPOINTS_AT_ONCE = 32;
const FAILING_AT_ONCE = 8;
const ENDPOINTS_PER_PARTICIPANT_AT_ONCE = 2;
/** Requests at once to an endpoint that accepts them; to a failing one, one at a time. */
const REQUESTS_PER_ENDPOINT = 4;
/** Then the endpoint waits until others have had their turn. */
const TURN_MS = 10_000;
const RESEAL_EVERY_MS = 600_000;
/** Until a challenge that could not be sent is due again. */
const PUT_OFF_MS = 60_000;
/** Until an endpoint is due again whose host has had its events of this minute. */
const HOST_PUT_OFF_MS = 5_000;
/** Of its budget for challenges: the owner of a confirmed endpoint has agreed to events. */
const EVENTS_PER_CHALLENGE = 20;

export interface WebhookFollowerDeps {
  readonly records: FanOutRecords;
  readonly sealer: Sealer;
  readonly settings: Pick<
    Settings,
    'local' | 'CONNECT_TIMEOUT_MS' | 'WEBHOOK_TIMEOUT_MS' | 'WEBHOOK_RETRY_BASE_MS'
  >;
  readonly lookup: AddressLookup;
  /** Of requests to one host: challenges, to which its owner has not agreed, and events. */
  readonly budgets: Readonly<Record<'challenges' | 'events', Pick<HostBudget, 'take'>>>;
  readonly onError: (err: unknown) => void;
}

/** Budgets that all processes share. @param perMinute challenges of one host */
export function webhookBudgets(
  redis: RedisClient,
  perMinute: number,
): WebhookFollowerDeps['budgets'] {
  return {
    challenges: new HostBudget(redis, perMinute, redisPrefix('challenges')),
    events: new HostBudget(redis, perMinute * EVENTS_PER_CHALLENGE, redisPrefix('webhookEvents')),
  };
}

export class WebhookFollower {
  /** Attempts by their outcome, since the start. */
  readonly outcomes: Record<WebhookOutcome, number> = { delivered: 0, retried: 0, failed: 0 };
  private readonly client: WebhookClient;
  private readonly rounds: Rounds;
  /** The endpoints at work here, with the work. */
  private readonly atWork = new Map<WebhookEndpointDocument, Promise<void>>();
  private resealedAtMs = -Infinity;

  constructor(private readonly deps: WebhookFollowerDeps) {
    this.client = new WebhookClient(deps.settings, deps.lookup);
    this.rounds = new Rounds(
      () => this.turn(),
      () => TICK_MS,
      deps.onError,
    );
  }

  start(): void {
    this.rounds.start();
  }

  async stop(): Promise<void> {
    await this.rounds.stop();
    await Promise.all(this.atWork.values());
    await this.client.close();
  }

  private async turn(): Promise<void> {
    const { records, sealer, onError } = this.deps;
    if (performance.now() - this.resealedAtMs > RESEAL_EVERY_MS) {
      await resealSecrets(records, sealer, onError);
      this.resealedAtMs = performance.now();
    }
    let more = true;
    while (more && !this.rounds.signal.aborted) {
      more = await fanOut(records).catch((err: unknown) => {
        onError(err);
        return false;
      });
      await this.claimDue();
    }
  }

  private async claimDue(): Promise<void> {
    while (this.atWork.size < ENDPOINTS_AT_ONCE && !this.rounds.signal.aborted) {
      const endpoint = await claimEndpoint(this.deps.records, this.limits());
      if (!endpoint) return;
      const work = this.sendDue(endpoint)
        .catch((err: unknown) => this.deps.onError(err))
        .finally(() => this.atWork.delete(endpoint));
      this.atWork.set(endpoint, work);
    }
  }

  private limits() {
    const endpoints = [...this.atWork.keys()];
    const counts = new Map<string, number>();
    for (const { participant } of endpoints) {
      counts.set(participant, (counts.get(participant) ?? 0) + 1);
    }
    const busy = [...counts].filter(([, count]) => count >= ENDPOINTS_PER_PARTICIPANT_AT_ONCE);
    const failing = endpoints.filter(({ failingSince }) => failingSince !== null);
    return {
      busyParticipants: busy.map(([participant]) => participant),
      withoutFailing: failing.length >= FAILING_AT_ONCE,
    };
  }

  /** Until nothing is due, an attempt fails, or the turn is over. */
  private async sendDue(endpoint: WebhookEndpointDocument): Promise<void> {
    const { records, settings, sealer } = this.deps;
    const endsAtMs = performance.now() + TURN_MS;
    const atOnce = endpoint.failingSince === null ? REQUESTS_PER_ENDPOINT : 1;
    let putOffMs = 0;
    try {
      const secrets = signingSecrets(sealer, endpoint, new Date());
      const asked = isConfirmed(endpoint) ? 'confirmed' : await this.ask(endpoint, secrets);
      if (asked === 'later') putOffMs = PUT_OFF_MS;
      let goesOn = asked === 'confirmed';
      while (goesOn && performance.now() < endsAtMs && !this.rounds.signal.aborted) {
        // Its owner may have changed it since.
        const current = await records.webhookEndpoints.findOne({ _id: endpoint._id });
        if (current?.status !== 'enabled' || !isConfirmed(current)) return;
        const currentSecrets = signingSecrets(sealer, current, new Date());
        const due = await dueDeliveries(records, endpoint._id, atOnce);
        const allowed = await this.allowed('events', endpoint, due.length);
        const sent = await Promise.all(
          due.slice(0, allowed).map((one) => this.send(current, one, currentSecrets)),
        );
        goesOn = sent.length > 0 && sent.every((outcome) => outcome === 'delivered');
        if (allowed < due.length) {
          putOffMs = HOST_PUT_OFF_MS;
          goesOn = false;
        }
      }
    } finally {
      await releaseEndpoint(records, endpoint, settings.WEBHOOK_RETRY_BASE_MS, putOffMs);
    }
  }

  /** How many of these requests the budget of the host has left; none while Redis is out of reach. */
  private async allowed(
    kind: keyof WebhookFollowerDeps['budgets'],
    { url }: WebhookEndpointDocument,
    count: number,
  ): Promise<number> {
    const { budgets, onError } = this.deps;
    for (let taken = 0; taken < count; taken += 1) {
      const isAllowed = await budgets[kind].take(url).catch((err: unknown) => {
        onError(err);
        return false;
      });
      if (!isAllowed) return taken;
    }
    return count;
  }

  /** @returns null when the process stops: another one asks */
  private async ask(
    endpoint: WebhookEndpointDocument,
    secrets: readonly string[],
  ): Promise<ChallengeOutcome | null> {
    const { records } = this.deps;
    if ((await this.allowed('challenges', endpoint, 1)) === 0) return 'later';
    const event = { ...challengeEvent(endpoint), url: endpoint.url, secrets, isChallenge: true };
    const result = await this.post(event);
    return result && recordChallenge(records, endpoint, result);
  }

  /** @returns null when the process stops: another one sends it */
  private async send(
    endpoint: WebhookEndpointDocument,
    delivery: WebhookDeliveryDocument,
    secrets: readonly string[],
  ): Promise<WebhookOutcome | null> {
    const { records, settings } = this.deps;
    const event = await records.webhookEvents.findOne({ _id: delivery.eventId });
    const result = event
      ? await this.post({ url: endpoint.url, eventId: event._id, body: event.body, secrets })
      : ({ kind: 'unanswered', detail: 'event_no_longer_stored' } as const);
    if (!result) return null;
    const retryBaseMs = settings.WEBHOOK_RETRY_BASE_MS;
    const outcome = await recordAttempt(records, endpoint, delivery, { result, retryBaseMs });
    this.outcomes[outcome] += 1;
    return outcome;
  }

  private async post(event: Parameters<WebhookClient['post']>[0]): Promise<AttemptResult | null> {
    try {
      return await this.client.post(event, this.rounds.signal);
    } catch (err) {
      if (this.rounds.signal.aborted) return null;
      throw err;
    }
  }
}
