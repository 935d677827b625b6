/**
 * Checks an endpoint before its registration: the questions of `tokenbook seller check`, signed, and
 * asked from here. Anybody may send them, so they have a budget per host of their own: the probes
 * that judge sellers never wait for them. Nothing that an endpoint wrote into a refusal is passed
 * on, or the exchange would fetch texts for others.
 */
import type { RedisClient } from '../../engine/connect-redis';
import { redisPrefix } from '../../engine/redis-keys';
import type { Settings } from '../../config/settings';
import { type Check, QUESTIONS, checkEndpoint } from '../../domain/endpoint-check/checks';
import { type Question, requestOf } from '../../domain/endpoint-check/question';
import { fail } from '../../domain/errors';
import { Signer } from '../../domain/signing';
import type { NameResolver } from '../dispatch/name-resolver';
import { HostBudget } from '../../fairness/host-budget';
import { authorizationHeader } from '../dispatch/request';
import { endpointAgent, askEndpoint } from './ask-endpoint';
import { resolvesPublicly } from '../sellers/public-names';

/** All questions of a check together: its place is free again by then. */
const CHECK_TIMEOUT_MS = 25_000;
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
  /** The `Authorization` header that it wants. */
  readonly authorization?: string | undefined;
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
    this.budget = new HostBudget(
      redis,
      settings.PROBES_PER_HOST,
      redisPrefix('registrationChecks'),
    );
  }

  /**
   * @param endpoint with a normalised address, or with one that the checks refuse
   * @throws Failure `rate_limited`
   */
  async run(endpoint: CheckedModel): Promise<Check[]> {
    if (this.running >= AT_ONCE) throw tooManyAtOnce();
    this.running += 1;
    const agent = endpointAgent(this.deps);
    const within = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const ended = AbortSignal.any([endpoint.signal, within]);
    const send = (question: Question) => {
      const asked = requestOf(endpoint, this.signer, question);
      const headers = { ...asked.headers, ...authorizationHeader(endpoint) };
      return askEndpoint(agent, { ...asked, headers }, ended);
    };
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

  private async notPublic(hostname: string): Promise<string | null> {
    const { settings, names } = this.deps;
    const name = { endpointUrl: `https://${hostname}`, local: settings.local };
    const isPublic = await resolvesPublicly(name, (host) => names.resolve(host));
    return isPublic ? null : `${hostname} has an address that is not public`;
  }
}

export function tooManyAtOnce() {
  return tooMany('Too many endpoints are being checked.', 'places');
}

function tooMany(what: string, who: keyof typeof RETRY_SECONDS) {
  const retryAfterSeconds = RETRY_SECONDS[who];
  return fail('rate_limited', { message: `${what} Try again later.`, retryAfterSeconds });
}
