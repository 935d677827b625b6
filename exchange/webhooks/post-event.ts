/**
 * Sends events to webhook endpoints: one POST with a timeout, to public addresses only, without
 * redirects. Nothing of an answer is read but its status, and what repeats a challenge.
 */
import { Agent, request } from 'undici';
import type { Settings } from '../../config/settings';
import { webhookHeaders } from '../../domain/webhooks';
import { type AddressLookup, guardedConnector } from '../dispatch/address-guard';
import { AttemptFailure } from '../dispatch/outcome';
import { isOurNetwork } from '../dispatch/own-faults';
import type { AttemptResult } from './due-deliveries';

/** The connection is closed when more of an answer arrives. */
const ANSWER_BYTES_MAX = 4_096;
const CONNECTIONS_PER_ORIGIN = 4;
const IDLE_CONNECTION_MS = 1_000;

export interface SignedEvent {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  readonly secrets: readonly string[];
  /** Whether the beginning of the answer is wanted. */
  readonly isChallenge?: boolean;
}

export type WebhookClientSettings = Pick<
  Settings,
  'local' | 'CONNECT_TIMEOUT_MS' | 'WEBHOOK_TIMEOUT_MS'
>;

export class WebhookClient {
  private readonly agent: Agent;

  constructor(
    private readonly settings: WebhookClientSettings,
    lookup: AddressLookup,
  ) {
    this.agent = new Agent({
      connections: CONNECTIONS_PER_ORIGIN,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
      connect: guardedConnector({
        local: settings.local,
        connectTimeoutMs: settings.CONNECT_TIMEOUT_MS,
        lookup,
      }),
    });
  }

  /** @throws when `stopping` is aborted: nothing is known about the attempt then */
  async post(event: SignedEvent, stopping: AbortSignal): Promise<AttemptResult> {
    const { url, eventId, body, secrets } = event;
    const ended = new AbortController();
    const { signal } = ended;
    const stop = () => ended.abort(stopping.reason);
    const late = () => ended.abort(new DOMException('no answer in time', 'TimeoutError'));
    const timer = setTimeout(late, this.settings.WEBHOOK_TIMEOUT_MS);
    // `stopping` lives as long as the process: AbortSignal.any would leave something with it each time.
    stopping.addEventListener('abort', stop, { once: true });
    if (stopping.aborted) stop();
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: this.agent,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'tokenbook-webhooks',
          ...webhookHeaders(eventId, body, secrets, Date.now()),
        },
        body,
        signal,
      });
      const { statusCode: status } = answer;
      if (event.isChallenge) {
        return { kind: 'answered', status, text: await beginningOf(answer.body) };
      }
      await answer.body.dump({ limit: ANSWER_BYTES_MAX, signal }).catch(() => undefined);
      return { kind: 'answered', status };
    } catch (err) {
      stopping.throwIfAborted();
      return isOurs(err)
        ? { kind: 'ours', detail: 'exchange_fault' }
        : { kind: 'unanswered', detail: reasonOf(err) };
    } finally {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

/** Empty when the answer is longer than any that repeats a challenge. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES_MAX) return '';
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function isOurs(err: unknown): boolean {
  if (!(err instanceof AttemptFailure)) return isOurNetwork(err);
  return err.reason === 'exchange_fault' || err.reason === 'dns_failed';
}

/** Only our own texts and codes are stored, never text of a receiver. */
function reasonOf(err: unknown): string {
  const { reason, name, code } = err as { reason?: string; name?: string; code?: string };
  if (name === 'TimeoutError') return 'timeout';
  return reason ?? code ?? 'no_answer';
}
