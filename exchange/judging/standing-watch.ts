/**
 * Detects that a seller's standing is due to change, and notifies its workflow, which changes it.
 *
 * Chat requests never wait for it: it runs after a failed dispatch, and after a successful one of a
 * seller on probation. A failure is checked when it is known whether other sellers failed with it;
 * a failure that a request may have provoked causes a probe of the seller. The maintenance sweep
 * makes up for a check or signal that is lost with its process: all its inputs are recorded.
 */
import type { Records } from '../../records/connect';
import type { AttemptReason, FillDocument } from '../../records/documents/fill';
import type { SellerDocument } from '../../records/documents/seller';
import { endOf } from '../../records/reputations/end-of-fill';
import { eachAtOnce } from '../../fairness/each-at-once';
import { dueStep } from './due-step';

const SELLERS_PER_SWEEP = 500;
const PROBATION_KNOWN_MS = 2_000;
const LOOK_MARGIN_MS = 20;

export interface StandingWatchDeps {
  readonly records: Records;
  /** Signals the workflow of the endpoint, at least once. */
  readonly tell: (seller: Pick<SellerDocument, '_id' | 'endpointUrl'>) => Promise<void>;
  /** Requests a probe, because a request failed that may have provoked the failure. */
  readonly suspect: (sellerId: string, modelId: string) => void;
  /** Minimum age of a failure that is judged. */
  readonly windowMs: number;
  readonly onError: (err: unknown) => void;
}

export class StandingWatch {
  /** Sellers being checked; true when another check must follow. */
  private readonly looking = new Map<string, boolean>();
  /**
   * Failed sellers that are checked when the failure has the required age; true when another check
   * must follow.
   */
  private readonly awaited = new Map<string, boolean>();
  private onProbation: ReadonlySet<string> = new Set();
  private probationReadAtMs = 0;
  private sweptTo = '';

  constructor(private readonly deps: StandingWatchDeps) {}

  /** Reports the end of a dispatch and of its fill. Returns immediately. */
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

  /**
   * Reports a failure of the seller, which is checked when it has the required age. Returns
   * immediately.
   */
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

  /**
   * Checks some of the sellers, continuing where the previous call ended.
   * @returns the number of notified sellers
   * @throws when some could not be checked, after the others were
   */
  async sweep(): Promise<number> {
    const sellers = await this.deps.records.sellers
      .find({ _id: { $gt: this.sweptTo }, standing: { $ne: 'Banned' }, asleepSince: null })
      .sort({ _id: 1 })
      .limit(SELLERS_PER_SWEEP)
      .toArray();
    this.sweptTo = sellers.length === SELLERS_PER_SWEEP ? sellers.at(-1)!._id : '';
    let told = 0;
    await eachAtOnce(sellers, 1, async (seller) => {
      if (await this.judge(seller)) told += 1;
    });
    return told;
  }

  private look(sellerId: string): void {
    if (this.looking.has(sellerId)) return void this.looking.set(sellerId, true);
    void this.lookUntilSeen(sellerId);
  }

  /** One more check covers outcomes that arrive during a check. */
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
