/**
 * Probes: one small chat request of the exchange to a seller's endpoint, signed and unpaid, so that
 * no buyer can have provoked its result. After a failure that a request may have provoked they
 * determine whether the seller is broken; before a default they decide.
 *
 * Any number of processes share them: the process that claims the next probe of a seller sends it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../../config/settings';
import { newId } from '../../domain/new-id';
import type { Sealer } from '../../domain/sealing';
import { prepareBody } from '../../domain/seller-body';
import { sourceOf } from '../dispatch/request-source';
import { mayOffer } from '../../domain/standing';
import type { Records } from '../../records/connect';
import { askedUrl } from '../../domain/endpoint-url';
import { type SellerDocument, askedModel } from '../../records/documents/seller';
import { claimProbe, noteProbe } from './due-probes';
import type { SellerClient } from '../dispatch/seller-client';
import type { ProbePort } from '../deps';
import type { HostBudget } from '../../fairness/host-budget';
import { authorizationOf } from '../sellers/upstream-authorization';

const PROBE_TOKENS = 16;
/** Maximum consecutive failed probes of a seller; by then it is suspended, or all sellers fail. */
const PROBES_IN_A_ROW = 30;
const BEFORE_DEFAULT = 2;
const BETWEEN_DEFAULT_PROBES_MS = 1_000;

/** `unknown`: it was not sent, or failed because of the exchange. */
export type ProbeResult = 'answered' | 'failed' | 'unknown';

export interface ProbeDeps {
  readonly records: Pick<Records, 'sellers' | 'sellerProbes'>;
  readonly settings: Pick<
    Settings,
    'PROBE_INTERVAL_MS' | 'FIRST_BYTE_TIMEOUT_MS' | 'FIRST_BYTE_PER_TOKEN_MS'
  >;
  readonly sealer: Sealer;
  readonly sellerClient: SellerClient;
  readonly budget: HostBudget;
  /** Called for every probe that was sent and recorded. */
  readonly onResult: (seller: SellerDocument, result: Exclude<ProbeResult, 'unknown'>) => void;
  readonly onError: (err: unknown) => void;
}

interface Suspicion {
  readonly modelId: string;
  /** By `performance.now()`. */
  readonly sinceMs: number;
  failed: number;
}

export class SellerProbes implements ProbePort {
  private readonly suspected = new Map<string, Suspicion>();
  private readonly confirming = new Map<string, Promise<boolean>>();
  private readonly stopped = new AbortController();

  constructor(private readonly deps: ProbeDeps) {}

  /** A request that may have provoked its own failure failed at the seller. Returns immediately. */
  suspect(sellerId: string, modelId: string): void {
    if (this.suspected.has(sellerId) || this.stopped.signal.aborted) return;
    const suspicion = { modelId, sinceMs: performance.now(), failed: 0 };
    this.suspected.set(sellerId, suspicion);
    this.probeUntilKnown(sellerId, suspicion)
      .catch((err: unknown) => this.stopped.signal.aborted || this.deps.onError(err))
      .finally(() => this.suspected.delete(sellerId));
  }

  /**
   * Before a default: whether two probes, a second apart, fail as well. Concurrent calls share the
   * result.
   */
  confirmBroken(sellerId: string, modelId: string): Promise<boolean> {
    const key = `${sellerId}|${modelId}`;
    const confirming =
      this.confirming.get(key) ??
      this.probeTwice(sellerId, modelId).finally(() => this.confirming.delete(key));
    this.confirming.set(key, confirming);
    return confirming;
  }

  stop(): void {
    this.stopped.abort();
  }

  /** Probes until one is answered. After a failure the next one follows after the interval. */
  private async probeUntilKnown(sellerId: string, suspicion: Suspicion): Promise<void> {
    const { records, settings, budget } = this.deps;
    while (suspicion.failed < PROBES_IN_A_ROW) {
      const suspectedForMs = performance.now() - suspicion.sinceMs;
      const claim = await claimProbe(records.sellerProbes, sellerId, settings.PROBE_INTERVAL_MS);
      if (claim.kind === 'wait') {
        if (claim.answeredAgoMs < suspectedForMs) return;
        await this.pause(claim.waitMs);
        continue;
      }
      const seller = await records.sellers.findOne({ _id: sellerId });
      if (!seller || !mayOffer(seller.standing)) return;
      if (await budget.take(seller.endpointUrl)) {
        const result = await this.ask(seller, suspicion.modelId);
        if (result === 'answered') return;
      }
      suspicion.failed += 1;
      await this.pause(settings.PROBE_INTERVAL_MS);
    }
  }

  private async probeTwice(sellerId: string, modelId: string): Promise<boolean> {
    const seller = await this.deps.records.sellers.findOne({ _id: sellerId });
    if (!seller) return false;
    for (let sent = 0; sent < BEFORE_DEFAULT; sent += 1) {
      if (sent > 0) await this.pause(BETWEEN_DEFAULT_PROBES_MS);
      if ((await this.ask(seller, modelId)) !== 'failed') return false;
    }
    return true;
  }

  private async ask(seller: SellerDocument, modelId: string): Promise<ProbeResult> {
    const { records, onResult } = this.deps;
    const probeId = newId();
    const outcome = await this.send(seller, modelId, probeId);
    if (outcome.result === 'unknown') return 'unknown';
    const failed = outcome.result === 'failed' ? { probeId, detail: outcome.detail } : null;
    await noteProbe(records.sellerProbes, seller._id, failed);
    onResult(seller, outcome.result);
    return outcome.result;
  }

  private async send(seller: SellerDocument, modelId: string, probeId: string) {
    const { settings, sellerClient } = this.deps;
    const authorization = this.authorizationOf(seller);
    if (authorization === null) return { result: 'unknown', detail: '' } as const;
    const model = askedModel(seller, modelId);
    const timeMs = settings.FIRST_BYTE_TIMEOUT_MS + settings.FIRST_BYTE_PER_TOKEN_MS * PROBE_TOKENS;
    const outcome = await sellerClient.dispatch({
      endpointUrl: askedUrl(seller),
      sellerId: seller._id,
      fillId: probeId,
      participant: '',
      isProbe: true,
      authorization,
      model,
      body: sourceOf(
        prepareBody(
          Buffer.from(
            JSON.stringify({
              model,
              messages: [{ role: 'user', content: 'Reply with OK.' }],
              max_tokens: PROBE_TOKENS,
            }),
          ),
        ),
      ),
      streamed: false,
      reservedCompletionTokens: null,
      estimatedTokens: PROBE_TOKENS,
      reservedTokens: PROBE_TOKENS,
      deadlineAtMs: Date.now() + 2 * timeMs,
      firstTokenMs: 2 * timeMs,
      signal: this.stopped.signal,
      onChunk: () => Promise.resolve(),
    });
    // A seller that throttles, or refuses the request, is available.
    if (outcome.kind !== 'failed') return { result: 'answered', detail: '' } as const;
    const result = outcome.blame === 'none' ? ('unknown' as const) : ('failed' as const);
    return { result, detail: outcome.detail };
  }

  /** Null when this process cannot open it: the endpoint would refuse the probe because of us. */
  private authorizationOf(seller: SellerDocument): string | undefined | null {
    try {
      return authorizationOf(this.deps.sealer, seller);
    } catch (err) {
      this.deps.onError(err);
      return null;
    }
  }

  private pause(timeMs: number): Promise<void> {
    return delay(timeMs, undefined, { signal: this.stopped.signal, ref: false });
  }
}
