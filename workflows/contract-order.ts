/**
 * A contract order: its money is held, it enters its book, and it rests until it is filled,
 * cancelled or expired. One run per order, continued as new when its history grows; see
 * docs/concepts/contracts.md.
 *
 * Fills come with the book's own answer and later as signals from the relay; each is recorded once
 * by its id, whichever way it came. A cancellation first removes the order from the book, then
 * records all fills up to then, and releases the rest: the order has one outcome.
 */
import {
  CancellationScope,
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  patched,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { ContractOrderActivities } from '../activities/contract-orders';
import type {
  ContractOrder,
  ContractOrderResult,
  OrderEnding,
  OrderStanding,
  PlacedOrder,
} from '../domain/contract-orders';
import { formatPrice } from '../domain/money';
import { LOST_AFTER, nonRetryableErrorTypes } from './attempts';
import { refusalFrom, refused } from './failures';
import { endedAs, noteFound } from './found-by';
import { Saga } from './saga';
import { CurrentDetails } from './current-details';
import { link } from './links';
import { timeText } from '../domain/timestamps';
import { type CapacityFillText, isCapacityFillText } from '../domain/fill';
import { isListOf } from '../domain/shapes';
import { onSignal, onUpdate } from './messages';

/** Fills of the order, from the relay. */
export const orderFilled = defineSignal<[readonly CapacityFillText[]]>('orderFilled');
/** Answers once the order rests, was filled, or was refused. */
export const orderPlaced = defineUpdate<PlacedOrder>('orderPlaced');
/** Removes the remainder from the book. True when there was one. */
export const cancelOrder = defineUpdate<boolean>('cancelOrder');

const retry = { initialInterval: 100, maximumInterval: 5_000, nonRetryableErrorTypes };
const steps = (summary: string) =>
  proxyActivities<ContractOrderActivities>({
    startToCloseTimeout: '2m',
    heartbeatTimeout: LOST_AFTER,
    retry,
    summary,
  });

const { openOrder } = steps('Hold the money');
const { workOrder } = steps('Match in the book');
const { recordFills } = steps('Record later fills');
const { endOrder } = steps('Cancel in the book and release the hold');
const { beginLots } = steps('Start the workflows of further lots');

/** Fills that one activity records: the input of more could exceed the payload limit. */
const FILLS_PER_STEP = 1_000;

/**
 * @param isPlaced true in a run that continues a resting order
 * @param fills that the previous run received and has not recorded
 */
export async function contractOrder(
  order: ContractOrder,
  isPlaced = false,
  fills: readonly CapacityFillText[] = [],
): Promise<ContractOrderResult> {
  const details = new OrderDetails(order, isPlaced, fills);
  const saga = new Saga();
  try {
    saga.before('endOrder', () => details.end('cancelled', 'The order was ended by the operator.'));
    await details.run();
    saga.stand();
  } catch (err) {
    await saga.compensate();
    details.refuse(err);
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
    throw refused(refusalFrom(err));
  }
  await condition(allHandlersFinished);
  while (details.lotsWait) await details.beginLots();
  if (!details.isOver) await continueAsNew<typeof contractOrder>(order, true, details.unrecorded);
  return details.result;
}

class OrderDetails {
  private readonly fills: CapacityFillText[];
  private readonly shown: CurrentDetails;
  private placed: PlacedOrder | null;
  private wantsCancel = false;
  private standing: OrderStanding | null = null;
  private lotsFound = 0;
  private stands = '';
  /**
   * Whether lots wait for their workflows: an order with very many fills starts them step by step.
   */
  lotsWait = false;

  constructor(
    private readonly order: ContractOrder,
    private readonly isPlaced: boolean,
    unrecorded: readonly CapacityFillText[],
  ) {
    this.fills = [...unrecorded];
    this.placed = isPlaced ? { kind: 'placed' } : null;
    this.shown = new CurrentDetails([headOf(order)]);
    const add = (fills: readonly CapacityFillText[]) => void this.fills.push(...fills);
    onSignal(orderFilled, [isListOf(isCapacityFillText)], add, this.shown.noteNow);
    onUpdate(orderPlaced, [], async () => {
      await condition(() => this.placed !== null);
      return this.placed!;
    });
    onUpdate(cancelOrder, [], async () => {
      this.wantsCancel = true;
      await condition(() => this.isOver);
      return this.standing?.status === 'cancelled';
    });
  }

  get isOver(): boolean {
    const isRefused = this.placed !== null && this.placed.kind !== 'placed';
    return isRefused || (this.standing !== null && this.standing.status !== 'open');
  }

  get unrecorded(): readonly CapacityFillText[] {
    return this.fills;
  }

  get result(): ContractOrderResult {
    return {
      orderId: this.order.orderId,
      status: this.standing?.status ?? 'rejected',
      filledTokens: this.standing?.filledTokens ?? 0,
    };
  }

  /** Runs until the order ends or its history has grown. */
  async run(): Promise<void> {
    this.show(this.isPlaced ? waitingLine(this.order) : 'Holding the money');
    const opened = await openOrder(this.order);
    if (opened.kind === 'refused' || opened.kind === 'known') {
      this.placed = opened;
      return this.show(
        opened.kind === 'known' ? 'Duplicate of an earlier order' : opened.refusal.code,
      );
    }
    if (opened.kind === 'ended') {
      await this.record();
      return this.note(opened.standing);
    }
    this.note(await workOrder(this.order));
    while (!this.isOver) {
      if (!this.lotsWait) await this.rest();
      if (this.isToHandOn && !this.lotsWait) return;
      if (this.fills.length > 0 && !this.isToHandOn) await this.record();
      else if (this.wantsCancel) await this.end('cancelled', 'Cancelled by the buyer.');
      else if (this.leftMs <= 0) await this.end('expired', 'The order expired.');
      else if (this.lotsWait) await this.beginLots();
      else return;
    }
  }

  /**
   * Whether to continue as new: the history is long under a stream of fills that may never pause.
   * Unrecorded fills pass to the next run. Not with a pending cancellation, which this run must
   * answer.
   */
  private get isToHandOn(): boolean {
    const { length } = this.fills;
    const isLong = length > 0 && length <= FILLS_PER_STEP && workflowInfo().continueAsNewSuggested;
    return isLong && !this.wantsCancel && this.leftMs > 0 && patched('fills-handed-on');
  }

  /** Waits for a fill, a cancellation, the order's expiry, or a long history. */
  private async rest(): Promise<void> {
    const isUp = () =>
      this.fills.length > 0 || this.wantsCancel || workflowInfo().continueAsNewSuggested;
    if (this.order.expiresAtMs === null) await condition(isUp);
    else if (this.leftMs > 0) await condition(isUp, this.leftMs, { summary: 'The order expires' });
  }

  private get leftMs(): number {
    return this.order.expiresAtMs === null ? Infinity : this.order.expiresAtMs - Date.now();
  }

  private async record(): Promise<void> {
    const fills = this.fills.splice(0);
    const isLong = fills.length > FILLS_PER_STEP && patched('fills-in-parts');
    while (fills.length > 0) {
      const part = fills.splice(0, isLong ? FILLS_PER_STEP : Infinity);
      const { again, ...standing } = await recordFills(this.order, part);
      this.note(again ? await workOrder(this.order) : standing);
    }
  }

  async beginLots(): Promise<void> {
    this.lotsWait = await beginLots(this.order);
  }

  async end(status: OrderEnding, reason: string): Promise<void> {
    const standing = await endOrder(this.order, status, reason);
    if (standing) this.note(standing);
  }

  refuse(err: unknown): void {
    this.placed ??= { kind: 'refused', refusal: refusalFrom(err) };
  }

  private note(standing: OrderStanding): void {
    this.standing = standing;
    this.lotsWait ||= standing.lotsWait ?? false;
    this.placed = { kind: 'placed' };
    const { status, filledTokens, openTokens, reason, lots = [] } = standing;
    const waits = status === 'open' ? `\n\n${waitingLine(this.order)}` : '';
    const stands = `**${status}**: ${filledTokens} filled, ${openTokens} open`;
    if (stands !== this.stands) this.shown.note(stands, reason ?? lotsLine(lots));
    this.stands = stands;
    this.show(`${stands}${waits}`);
    this.noteFound(standing);
  }

  private noteFound({ status, reason, lots = [] }: OrderStanding): void {
    const { orderId, accountId, contractId } = this.order;
    const touched = {
      order: orderId,
      buyer: accountId,
      contract: contractId,
      seller: lots.map(({ sellerId }) => sellerId),
      lot: lots.map(({ lotId }) => lotId),
    };
    if (status !== 'open') noteFound(touched, ...endedAs(status, reason));
    else if (lots.length > this.lotsFound && patched('found-by-lots')) noteFound(touched);
    this.lotsFound = lots.length;
  }

  private show(state: string): void {
    this.shown.now(state);
  }
}

function lotsLine(lots: NonNullable<OrderStanding['lots']>): string {
  const each = lots.map(({ lotId, sellerId }) => `lot ${link(lotId)} of seller ${link(sellerId)}`);
  return each.join(', ');
}

function headOf(order: ContractOrder): string {
  const { quantityTokens, modelId, tenor, timeInForce, region, limitPriceScale8 } = order;
  const what = `**${timeInForce} order: ${quantityTokens} tokens of ${modelId}**, ${tenor}`;
  const where = region === null ? '' : `, in ${region}`;
  return `${what}${where}, at most ${formatPrice(BigInt(limitPriceScale8), 'perMillion')} USD per million`;
}

function waitingLine({ expiresAtMs }: ContractOrder): string {
  const end = expiresAtMs === null ? 'it is cancelled' : timeText(expiresAtMs);
  return `Resting in the book, for asks at that price or below, until ${end}`;
}
