/**
 * Probes sellers' endpoints periodically: whether an endpoint answers, and how fast. The results
 * are for operators only and change no standing, score or match.
 *
 * Any number of processes share the work: the process that moves an endpoint's next probe into the
 * future performs it. Probes are spread at random, run few at a time, stay within the budget of the
 * endpoint's host, and pass the same address checks as prompts. The workflow of an unused seller is
 * ended instead.
 */
import { Agent, request } from 'undici';
import type { Settings } from '../../config/settings';
import type { PastSources } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import { askedUrl } from '../../domain/endpoint-url';
import type { Sealer } from '../../domain/sealing';
import type { EndpointHealth, SellerDocument } from '../../records/documents/seller';
import { type AddressLookup, guardedConnector } from '../dispatch/address-guard';
import { protocolOf } from '../dispatch/protocols';
import { authorizationHeader } from '../dispatch/request';
import type { HostBudget } from '../../fairness/host-budget';
import { Rounds } from '../../fairness/rounds';
import { claimCheck, recordHealth, scheduleNewChecks } from './check-results';
import { fallAsleep, isUnused } from '../sellers/sleep';
import { authorizationOf, resealAuthorizations } from '../sellers/upstream-authorization';

const AT_ONCE = 8;
const TICK_MS_MAX = 5_000;
/** Only the end of an answer's body is read, if it comes within this many bytes. */
const BODY_BYTES_MAX = 16_384;
const RESEAL_EVERY_MS = 600_000;

export interface HealthProbeDeps {
  readonly records: PastSources & Pick<Records, 'sellers' | 'asks' | 'lots'>;
  readonly sealer: Sealer;
  readonly budget: Pick<HostBudget, 'take'>;
  /** Ends the seller's workflow, which starts again when it is needed. */
  readonly endWorkflow: (seller: Pick<SellerDocument, 'endpointUrl'>) => Promise<void>;
  readonly settings: Pick<
    Settings,
    | 'local'
    | 'CONNECT_TIMEOUT_MS'
    | 'HEALTH_PROBE_INTERVAL_MS'
    | 'HEALTH_PROBE_TIMEOUT_MS'
    | 'SELLER_SLEEP_AFTER_MS'
  >;
  readonly onError: (err: unknown) => void;
  readonly lookup: AddressLookup;
}

export class HealthProbe {
  private readonly agent: Agent;
  private readonly tickMs: number;
  private readonly rounds: Rounds;
  private resealedAtMs = -Infinity;

  constructor(private readonly deps: HealthProbeDeps) {
    const { settings, lookup } = deps;
    this.tickMs = Math.min(TICK_MS_MAX, settings.HEALTH_PROBE_INTERVAL_MS / 2);
    this.rounds = new Rounds(
      () => this.lookAtDue(),
      () => this.tickMs,
      deps.onError,
    );
    this.agent = new Agent({
      connections: 1,
      keepAliveTimeout: 1,
      connect: guardedConnector({
        local: settings.local,
        connectTimeoutMs: settings.CONNECT_TIMEOUT_MS,
        lookup,
      }),
    });
  }

  start(): void {
    this.rounds.start(this.tickMs);
  }

  async stop(): Promise<void> {
    await this.rounds.stop();
    await this.agent.destroy();
  }

  /**
   * One tick: schedules new endpoints and probes those that are due; now and then it follows a change
   * of the payload keys.
   */
  async lookAtDue(): Promise<void> {
    const { records, sealer, settings, onError } = this.deps;
    if (performance.now() - this.resealedAtMs > RESEAL_EVERY_MS) {
      await resealAuthorizations(records, sealer, onError);
      this.resealedAtMs = performance.now();
    }
    await scheduleNewChecks(records, settings.HEALTH_PROBE_INTERVAL_MS);
    const first = await this.claim();
    if (!first) return;
    const workThrough = async (claimed: SellerDocument | null) => {
      for (let due = claimed; due; due = await this.claim())
        await this.visit(due).catch((err: unknown) => this.deps.onError(err)); // it is due again later
    };
    const others = Array.from({ length: AT_ONCE - 1 }, async () => workThrough(await this.claim()));
    await Promise.all([workThrough(first), ...others]);
  }

  private claim(): Promise<SellerDocument | null> {
    const { records, settings } = this.deps;
    return claimCheck(records, settings.HEALTH_PROBE_INTERVAL_MS);
  }

  private async visit(seller: SellerDocument): Promise<void> {
    const { records, settings, budget, endWorkflow } = this.deps;
    if (await isUnused(records, seller, settings.SELLER_SLEEP_AFTER_MS)) {
      await endWorkflow(seller);
      await fallAsleep(records, seller);
      return;
    }
    if (await budget.take(seller.endpointUrl)) await this.lookAt(seller);
  }

  private async lookAt(seller: SellerDocument): Promise<void> {
    const startedAtMs = performance.now();
    const seen = await this.ask(seller);
    const health: EndpointHealth = {
      ...seen,
      latencyMs: Math.round(performance.now() - startedAtMs),
      checkedAt: new Date(),
    };
    await recordHealth(this.deps.records, seller._id, health);
  }

  /** Any status below 500 shows that the endpoint is available: it need not know the path. */
  private async ask(
    seller: SellerDocument,
  ): Promise<Pick<EndpointHealth, 'status' | 'httpStatus' | 'detail'>> {
    const { sealer, settings } = this.deps;
    const endpointUrl = askedUrl(seller);
    const authorization = authorizationOf(sealer, seller);
    const signal = AbortSignal.timeout(settings.HEALTH_PROBE_TIMEOUT_MS);
    try {
      const { statusCode, body } = await request(protocolOf(endpointUrl).healthUrl(endpointUrl), {
        method: 'GET',
        dispatcher: this.agent,
        headers: { 'user-agent': 'tokenbook-probe', ...authorizationHeader({ authorization }) },
        signal,
      });
      await body.dump({ limit: BODY_BYTES_MAX, signal }).catch(() => undefined);
      const status = statusCode < 500 ? 'answering' : 'failing';
      return { status, httpStatus: statusCode, detail: null };
    } catch (err) {
      return { status: 'failing', httpStatus: null, detail: reasonOf(err) };
    }
  }
}

/** Only our own text and codes are stored, never text from a seller. */
function reasonOf(err: unknown): string {
  const { reason, name, code } = err as { reason?: string; name?: string; code?: string };
  if (name === 'TimeoutError') return 'timeout';
  return reason ?? code ?? 'no answer';
}
