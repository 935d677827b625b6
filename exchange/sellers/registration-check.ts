/**
 * Checks an endpoint before its registration: the questions of `tokenbook seller check`, signed, and
 * asked from here. Anybody may send them, so they have a budget per host of their own: the probes
 * that judge sellers never wait for them. Nothing that an endpoint wrote into a refusal is passed
 * on, or the exchange would fetch texts for others.
 */
import type { RedisClient } from '../../engine/connect-redis';
import { Agent } from 'undici';
import type { Settings } from '../../config/settings';
import { type Check, QUESTIONS, checkEndpoint } from '../../domain/endpoint-check/checks';
import {
  type Outcome,
  type Question,
  type QuestionRequest,
  requestOf,
} from '../../domain/endpoint-check/question';
import { fail } from '../../domain/errors';
import { Signer } from '../../domain/signing';
import { guardedConnector } from '../dispatch/address-guard';
import type { NameResolver } from '../dispatch/name-resolver';
import { HostBudget } from '../host-budget';
import { resolvesPublicly } from './public-names';

const QUESTION_TIMEOUT_MS = 20_000;
/** All questions of a check together: its place is free again by then. */
const CHECK_TIMEOUT_MS = 25_000;
/** An answer to these questions is a few hundred bytes long. */
const ANSWER_BYTES_MAX = 256 * 1024;
/** Checks at a time in one process. */
const AT_ONCE = 64;
const TOOK_TOO_LONG = `the check took longer than ${CHECK_TIMEOUT_MS / 1_000} s`;
const RETRY_SECONDS = { host: 60, places: 5 };

export interface RegistrationCheckDeps {
  readonly redis: RedisClient;
  readonly names: Pick<NameResolver, 'resolve' | 'lookup'>;
  readonly settings: Pick<Settings, 'local' | 'CONNECT_TIMEOUT_MS' | 'PROBES_PER_HOST'> & {
    readonly secrets: Pick<Settings['secrets'], 'signingKey'>;
  };
}

interface CheckedModel {
  readonly url: string;
  readonly model: string;
  /** Ends the check. */
  readonly signal: AbortSignal;
}

export class RegistrationCheck {
  private readonly signer: Signer;
  private readonly budget: HostBudget;
  private running = 0;

  constructor(private readonly deps: RegistrationCheckDeps) {
    const { redis, settings } = deps;
    this.signer = new Signer(settings.secrets.signingKey);
    this.budget = new HostBudget(redis, settings.PROBES_PER_HOST, 'registration-checks');
  }

  /**
   * @param endpoint with a normalised address, or with one that the checks refuse
   * @throws Failure `rate_limited`
   */
  async run(endpoint: CheckedModel): Promise<Check[]> {
    if (this.running >= AT_ONCE) throw tooManyAtOnce();
    this.running += 1;
    const agent = this.agent();
    const within = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const ended = AbortSignal.any([endpoint.signal, within]);
    const send = (question: Question) =>
      ask(agent, requestOf(endpoint, this.signer, question), ended);
    try {
      return await checkEndpoint({
        url: endpoint.url,
        local: this.deps.settings.local,
        isSigned: true,
        ask: async (question) => {
          const outcome = await send(question);
          return within.aborted ? { failure: TOOK_TOO_LONG } : outcome;
        },
        notPublic: (hostname) => this.notPublic(hostname),
      });
    } finally {
      this.running -= 1;
      await agent.destroy();
    }
  }

  /** @throws Failure `rate_limited` when the host of the endpoint was asked too often */
  async spend(endpointUrl: string): Promise<void> {
    if (await this.budget.take(endpointUrl, QUESTIONS)) return;
    throw tooMany('The endpoints of this host were checked too often.', 'host');
  }

  private agent(): Agent {
    const { settings, names } = this.deps;
    return new Agent({
      connections: 1,
      connect: guardedConnector({
        local: settings.local,
        connectTimeoutMs: settings.CONNECT_TIMEOUT_MS,
        lookup: names.lookup,
      }),
    });
  }

  private async notPublic(hostname: string): Promise<string | null> {
    const { settings, names } = this.deps;
    const name = { endpointUrl: `https://${hostname}`, local: settings.local };
    const isPublic = await resolvesPublicly(name, (host) => names.resolve(host));
    return isPublic ? null : `${hostname} has an address that is not public`;
  }
}

async function ask(
  agent: Agent,
  { url, headers, body }: QuestionRequest,
  ended: AbortSignal,
): Promise<Outcome> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(QUESTION_TIMEOUT_MS)]);
  try {
    const answer = await agent.request({
      ...{ origin: url.origin, path: url.pathname + url.search, method: 'POST' },
      ...{ headers: { ...headers, 'user-agent': 'tokenbook' }, body, signal },
    });
    const contentType = String(answer.headers['content-type'] ?? '');
    const status = answer.statusCode;
    if (status !== 200) return { status, contentType, text: '' };
    const text = await bounded(answer.body);
    return text === null
      ? { failure: `the answer is longer than ${ANSWER_BYTES_MAX / 1_024} KiB` }
      : { status, contentType, text };
  } catch (err) {
    return { failure: reasonOf(err) };
  }
}

async function bounded(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const REASONS: Readonly<Record<string, string>> = {
  address_refused: 'its address is not public',
  connect_timeout: 'no connection in time',
};

/** Our own texts and codes only. */
function reasonOf(err: unknown): string {
  const { reason, name, message, code } = err as Partial<Record<string, string>>;
  if (name === 'TimeoutError') return `no answer within ${QUESTION_TIMEOUT_MS / 1_000} s`;
  if (reason === 'connect_failed') return message ?? reason;
  return (reason && (REASONS[reason] ?? reason)) || code || 'no answer';
}

export function tooManyAtOnce() {
  return tooMany('Too many endpoints are being checked.', 'places');
}

function tooMany(what: string, who: keyof typeof RETRY_SECONDS) {
  const retryAfterSeconds = RETRY_SECONDS[who];
  return fail('rate_limited', { message: `${what} Try again later.`, retryAfterSeconds });
}
