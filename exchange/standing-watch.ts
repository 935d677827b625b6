/**
 * Notices that a seller's standing is due to change, and tells its workflow, which changes it.
 *
 * Nothing of this stands in the way of a chat request: it looks behind a failed dispatch, and behind
 * a good one of a seller on probation, and nobody waits for it. A failure is looked at when it is
 * known whether other sellers failed with it; one that a request may have provoked has the seller
 * probed. A look, or a signal, that is lost with its process is made good by the sweep of the
 * maintenance: all it goes by stands in the records.
 */
import type { Records } from '../records/connect';
import type { AttemptReason, FillDocument } from '../records/fill';
import type { SellerDocument } from '../records/seller';
import { endOf } from '../records/reputations/end-of-fill';
import { dueStep } from './judging/due-step';

const SELLERS_PER_SWEEP = 500;
const PROBATION_KNOWN_MS = 2_000;
const LOOK_MARGIN_MS = 20;

export interface StandingWatchDeps {
  readonly records: Records;
  /** Signals the workflow of the endpoint: at least once. */
  readonly tell: (seller: Pick<SellerDocument, '_id' | 'endpointUrl'>) => Promise<void>;
  /** Has the seller probed, because a request failed that may have provoked it. */
  readonly suspect: (sellerId: string, modelId: string) => void;
  /** How old a failure must be. */
  readonly windowMs: number;
  readonly onError: (err: unknown) => void;
}

export class StandingWatch {
  /** Sellers that are looked at now; true when one is to be looked at once more. */
  private readonly looking = new Map<string, boolean>();
  /** Sellers that failed, and are looked at when the failure has its age; true: then once more. */
  private readonly awaited = new Map<string, boolean>();
  private onProbation: ReadonlySet<string> = new Set();
  private probationReadAtMs = 0;
  private sweptTo = '';

  constructor(private readonly deps: StandingWatchDeps) {}

  /** A dispatch has ended, and its fill with it. Returns at once. */
  ended(fill: FillDocument): void {
    const end = endOf(fill);
    if (!end || end.kind === 'excused') return;
    if (end.kind !== 'answered') {
      if (lastReason(fill) !== 'unreachable') this.deps.suspect(fill.sellerId, fill.modelId);
      return this.failed(fill.sellerId);
    }
    this.rememberProbation();
    if (this.onProbation.has(fill.sellerId)) this.look(fill.sellerId);
  }

  /** The seller failed now: looked at when that has its age. Returns at once. */
  failed(sellerId: string): void {
    const isAwaited = this.awaited.has(sellerId);
    this.awaited.set(sellerId, isAwaited);
    if (!isAwaited) this.lookLater(sellerId);
  }

  private lookLater(sellerId: string): void {
    setTimeout(() => {
      const isOnceMore = this.awaited.get(sellerId) === true;
      this.awaited.delete(sellerId);
      if (isOnceMore) this.failed(sellerId);
      this.look(sellerId);
    }, this.deps.windowMs + LOOK_MARGIN_MS).unref();
  }

  /** Looks at a part of all sellers, at the next ones the next time. @returns how many were told */
  async sweep(): Promise<number> {
    const sellers = await this.deps.records.sellers
      .find({ _id: { $gt: this.sweptTo }, standing: { $ne: 'Banned' }, asleepSince: null })
      .sort({ _id: 1 })
      .limit(SELLERS_PER_SWEEP)
      .toArray();
    this.sweptTo = sellers.length === SELLERS_PER_SWEEP ? sellers.at(-1)!._id : '';
    let told = 0;
    for (const seller of sellers) told += (await this.judge(seller)) ? 1 : 0;
    return told;
  }

  private look(sellerId: string): void {
    if (this.looking.has(sellerId)) return void this.looking.set(sellerId, true);
    void this.lookUntilSeen(sellerId);
  }

  /** Outcomes that come during a look are seen by one more. */
  private async lookUntilSeen(sellerId: string): Promise<void> {
    do {
      this.looking.set(sellerId, false);
      try {
        const seller = await this.deps.records.sellers.findOne({ _id: sellerId });
        if (seller) await this.judge(seller);
      } catch (err) {
        this.deps.onError(err);
      }
    } while (this.looking.get(sellerId));
    this.looking.delete(sellerId);
  }

  private async judge(seller: SellerDocument): Promise<boolean> {
    const { records, tell, windowMs } = this.deps;
    if (!(await dueStep(records, seller, new Date(), windowMs))) return false;
    await tell(seller);
    return true;
  }

  private rememberProbation(): void {
    if (Date.now() - this.probationReadAtMs < PROBATION_KNOWN_MS) return;
    this.probationReadAtMs = Date.now();
    this.deps.records.sellers
      .find({ standing: 'Probation' })
      .project<{ _id: string }>({ _id: 1 })
      .toArray()
      .then((found) => {
        this.onProbation = new Set(found.map(({ _id }) => _id));
      })
      .catch((err: unknown) => this.deps.onError(err));
  }
}

function lastReason({ status, attempts }: FillDocument): AttemptReason | null {
  const last =
    status === 'settled' ? attempts.find(({ state }) => state === 'delivered') : attempts.at(-1);
  return last?.reason ?? null;
}
