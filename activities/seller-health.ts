/**
 * Looks at the endpoints of sellers now and then: whether something answers there, and how fast.
 * What is seen is for the operator to read and changes nothing: no standing, no score, no match.
 *
 * Any number of processes share the work: whoever moves an endpoint's next look into the future
 * does this one. Looks are spread at random, few at a time, within the budget of the endpoint's
 * host, and go through the same wall as prompts. A seller that nobody uses is put to sleep instead.
 */
import { Agent, request } from 'undici';
import type { Settings } from '../config/settings';
import type { Records } from '../records/connect';
import type { EndpointHealth, SellerDocument } from '../records/seller';
import { fallAsleep, isUnused } from '../records/standings/sleep';
import { type AddressLookup, guardedConnector } from '../exchange/dispatch/address-guard';
import { modelsUrl } from '../exchange/dispatch/request';
import type { HostBudget } from '../exchange/host-budget';
import { claimCheck, recordHealth, scheduleNewChecks } from '../exchange/sellers/endpoint-checks';

const AT_ONCE = 8;
const TICK_MS_MAX = 5_000;
/** Of an answer's body nothing is read but its end, if that comes soon. */
const BODY_BYTES_MAX = 16_384;

export interface HealthProbeDeps {
  readonly records: Pick<Records, 'sellers' | 'asks' | 'lots' | 'fills'>;
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
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: HealthProbeDeps) {
    const { settings, lookup } = deps;
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
    const tickMs = Math.min(TICK_MS_MAX, this.deps.settings.HEALTH_PROBE_INTERVAL_MS / 2);
    this.timer = setTimeout(() => {
      this.looking = this.lookAtDue()
        .catch((err: unknown) => this.deps.onError(err))
        .finally(() => this.timer && this.start());
    }, tickMs);
  }

  async stop(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.looking;
    await this.agent.destroy();
  }

  /** A tick: new endpoints get their turn, and those whose turn it is are looked at. */
  async lookAtDue(): Promise<void> {
    const { records, settings } = this.deps;
    await scheduleNewChecks(records, settings.HEALTH_PROBE_INTERVAL_MS);
    const first = await this.claim();
    if (!first) return;
    const workThrough = async (claimed: SellerDocument | null) => {
      for (let due = claimed; due; due = await this.claim()) await this.visit(due);
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

  private async lookAt({ _id, endpointUrl }: SellerDocument): Promise<void> {
    const startedAtMs = performance.now();
    const seen = await this.ask(endpointUrl);
    const health: EndpointHealth = {
      ...seen,
      latencyMs: Math.round(performance.now() - startedAtMs),
      checkedAt: new Date(),
    };
    await recordHealth(this.deps.records, _id, health);
  }

  /** Whatever is answered below 500 shows that the endpoint is up: it need not know the path. */
  private async ask(
    endpointUrl: string,
  ): Promise<Pick<EndpointHealth, 'status' | 'httpStatus' | 'detail'>> {
    const signal = AbortSignal.timeout(this.deps.settings.HEALTH_PROBE_TIMEOUT_MS);
    try {
      const { statusCode, body } = await request(modelsUrl(endpointUrl), {
        method: 'GET',
        dispatcher: this.agent,
        headers: { 'user-agent': 'tokenbook-probe' },
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

/** In our own words and in codes: what a stranger wrote goes into no record. */
function reasonOf(err: unknown): string {
  const { reason, name, code } = err as { reason?: string; name?: string; code?: string };
  if (name === 'TimeoutError') return 'timeout';
  return reason ?? code ?? 'no answer';
}
