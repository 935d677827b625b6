/** Contract orders, tickets and lots: the Temporal operations of gateways, relays and workers. */
import {
  type Client,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Refusal } from '../domain/chat';
import type { ContractOrder, LotWorkflowInput, PlacedOrder } from '../domain/contract-orders';
import { fail, isErrorCode } from '../domain/errors';
import { contractOrderWorkflowId, lotWorkflowId, queueName } from '../domain/workflow-names';
import { eachAtOnce } from '../fairness/each-at-once';
import type { OrderWorkflows, TicketWorkflows } from '../exchange/deps';
import { StartRefused } from '../exchange/takeover/start-refused';
import type { Records } from '../records/connect';
import { contractOrderOf } from '../records/ledger/new-contract-order';
import { isRunning } from './schedules';
import type { contractOrder, deliveryLot, ticketPurchase } from '../workflows';
import { cancelOrder, orderFilled, orderPlaced } from '../workflows/contract-order';
import { touchedByLot } from '../workflows/delivery-lot';
import { ENDS_AT, ESCROW_USD, MODEL, OPENS_AT, OWED_TOKENS } from '../workflows/search-attributes';
import { formatPrice, approximately } from '../domain/money';
import { timeText } from '../domain/timestamps';
import { boundedDetails, boundedSummary, memoOf, shortId } from './bounded-values';
import { startAttributes } from './start-attributes';
import { lotHasEnded } from './lots';
import { startFailure } from './start-refused';
import { type CapacityFill, type CapacityFillText, fillToText } from '../domain/fill';

const DEADLINE_MS = 20_000;
/** The seller whose ask crossed many orders waits for all of them. */
const SIGNALS_AT_ONCE = 16;
/** Lowest Temporal priority: 1 is the highest, 5 the lowest, 3 the default. */
const LAST = 5;

type OnRefused = (orderId: string, err: StartRefused) => void;
type ReusePolicy = 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE';

export class ContractOrders implements OrderWorkflows, TicketWorkflows {
  constructor(
    private readonly client: Client,
    private readonly deployment: string,
    private readonly records: Pick<Records, 'contractOrders' | 'ledger'>,
  ) {}

  /**
   * Starts the order's workflow or joins the running one, and waits until the order rests, was
   * filled or was refused.
   * @returns `ended` when the order had ended before: its outcome is in the records
   * @throws Failure `service_unavailable` when no worker processed it in time; the caller may retry
   */
  async place(order: ContractOrder): Promise<PlacedOrder | { readonly kind: 'ended' }> {
    const waitedUntilMs = await this.timeAfter(DEADLINE_MS);
    const options = await this.orderOptions(order);
    const place = (workflowIdReusePolicy: ReusePolicy) => {
      const startWorkflowOperation = new WithStartWorkflowOperation<typeof contractOrder>(
        'contractOrder',
        {
          ...options,
          args: [{ ...order, waitedUntilMs }],
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy,
        },
      );
      return this.client.withDeadline(Date.now() + DEADLINE_MS, () =>
        this.client.workflow.executeUpdateWithStart(orderPlaced, { startWorkflowOperation }),
      );
    };
    try {
      return (await this.once(order, place)) ?? { kind: 'ended' };
    } catch (err) {
      throw isUnfinished(err) ? unavailable('order', err) : err;
    }
  }

  /** By MongoDB's clock. */
  private async timeAfter(durationMs: number): Promise<number> {
    return (await this.records.ledger.capacity.now()).getTime() + durationMs;
  }

  /** Whether the workflow of an order runs, or that of a ticket. */
  isUnderWay(orderId: string): Promise<boolean> {
    return isRunning(this.client, this.workflowIdOf(orderId));
  }

  /**
   * Runs one workflow for each order. A workflow that ended without writing the order, or its
   * refusal, found a store unavailable or came too late: it had no effect, and it runs once more.
   * @returns null when the order was written and its workflow has ended
   */
  private async once<Outcome>(
    { orderId }: ContractOrder,
    run: (policy: ReusePolicy) => Promise<Outcome>,
  ): Promise<Outcome | null> {
    try {
      return await run('REJECT_DUPLICATE');
    } catch (err) {
      if (!(err instanceof WorkflowExecutionAlreadyStartedError)) throw err;
    }
    const known = await this.records.contractOrders.findOne({ _id: orderId });
    return known ? null : run('ALLOW_DUPLICATE');
  }

  /**
   * @returns false when there was no remainder to cancel
   * @throws Failure `service_unavailable`
   */
  async cancel(orderId: string): Promise<boolean> {
    const handle = this.client.workflow.getHandle(this.workflowIdOf(orderId));
    try {
      return await this.client.withDeadline(Date.now() + DEADLINE_MS, () =>
        handle.executeUpdate(cancelOrder),
      );
    } catch (err) {
      if (!(err instanceof WorkflowNotFoundError)) {
        throw isUnfinished(err) ? unavailable('cancellation', err) : err;
      }
      const open = await this.records.contractOrders.findOne({ _id: orderId, status: 'open' });
      if (!open) return false;
      await this.wake(orderId, []); // it was terminated: the next attempt finds it running
      throw unavailable('cancellation', err);
    }
  }

  /**
   * Buys a ticket, once per order id; repeated calls join the same purchase.
   * @returns null when it was bought, `ended` when the purchase had ended before
   * @throws Failure `service_unavailable`
   */
  async buyTicket(order: ContractOrder): Promise<Refusal | 'ended' | null> {
    const waitedUntilMs = await this.timeAfter(2 * DEADLINE_MS);
    const options = await this.orderOptions(order);
    const buy = (workflowIdReusePolicy: ReusePolicy) =>
      this.client.withDeadline(Date.now() + 2 * DEADLINE_MS, () =>
        this.client.workflow.execute<typeof ticketPurchase>('ticketPurchase', {
          ...options,
          args: [{ ...order, waitedUntilMs }],
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy,
        }),
      );
    try {
      return (await this.once(order, buy)) ? null : 'ended';
    } catch (err) {
      const refusal = refusalIn(err);
      if (refusal) return refusal;
      throw unavailable('ticket', err);
    }
  }

  /**
   * Signals fills to the workflows of their orders. A fill that is in the records is skipped; any
   * other resumes its order if necessary, so that it is recorded or voided.
   */
  async signalOrderFills(fills: readonly CapacityFill[], onRefused: OnRefused): Promise<void> {
    const known = await this.records.ledger.fills.known(fills.map(({ fillId }) => fillId));
    const fresh = fills.filter(({ fillId }) => !known.has(fillId));
    const orderIds = [...new Set(fresh.map((fill) => fill.orderId))];
    await eachAtOnce(orderIds, SIGNALS_AT_ONCE, (orderId) => {
      const ofOrder = fresh.filter((fill) => fill.orderId === orderId).map(fillToText);
      return this.tell(orderId, ofOrder, onRefused);
    });
  }

  /** An order that Temporal refuses for good is skipped: the book's lease ends for its fills. */
  private tell(
    orderId: string,
    fills: readonly CapacityFillText[],
    onRefused: OnRefused,
  ): Promise<void> {
    return this.wake(orderId, fills).catch((err: unknown) => {
      const failure = startFailure(err);
      if (!(failure instanceof StartRefused && failure.isFinal)) throw err;
      onRefused(orderId, failure);
    });
  }

  /** Resumes an order whose workflow is missing, or signals the running one. */
  async wake(orderId: string, fills: readonly CapacityFillText[]): Promise<void> {
    const document = await this.records.contractOrders.findOne({ _id: orderId });
    if (!document || document.refusal) return; // its first step did not commit: the relay releases the tokens
    const order = contractOrderOf(document);
    await this.client.workflow.signalWithStart<typeof contractOrder, [readonly CapacityFillText[]]>(
      'contractOrder',
      {
        ...(await this.orderOptions(order)),
        args: [order],
        signal: orderFilled,
        signalArgs: [fills],
      },
    );
  }

  /** The books expired these orders: resumes an order whose workflow is missing. */
  async expired(orderIds: readonly string[], onRefused: OnRefused): Promise<void> {
    const open = await this.records.contractOrders
      .find({ _id: { $in: [...orderIds] }, status: 'open' }, { projection: { _id: 1 } })
      .toArray();
    await eachAtOnce(open, SIGNALS_AT_ONCE, ({ _id }) => this.tell(_id, [], onRefused));
  }

  async lotEnded(lotId: string): Promise<void> {
    await lotHasEnded(this.client, lotWorkflowId(this.deployment, lotId));
  }

  /** Starts the workflow of a lot, unless it runs. @param policy whether one that has ended runs again */
  async startLot(lot: LotWorkflowInput, policy: ReusePolicy = 'REJECT_DUPLICATE'): Promise<void> {
    try {
      await this.client.workflow.start<typeof deliveryLot>('deliveryLot', {
        workflowId: lotWorkflowId(this.deployment, lot.lotId),
        taskQueue: queueName(this.deployment, 'contracts'),
        args: [lot],
        workflowIdReusePolicy: policy,
        // An order can create thousands of lots, and no buyer waits for the workflow of one.
        priority: { priorityKey: LAST },
        ...describedLot(lot),
        typedSearchAttributes: await startAttributes(
          this.client,
          touchedByLot(lot),
          [],
          { key: MODEL, value: lot.modelId },
          { key: OPENS_AT, value: new Date(lot.opensAtMs) },
          { key: ENDS_AT, value: new Date(lot.endsAtMs) },
          { key: OWED_TOKENS, value: lot.quantityTokens },
          ...(lot.cost === undefined ? [] : [{ key: ESCROW_USD, value: approximately(lot.cost) }]),
        ),
      });
    } catch (err) {
      if (!(err instanceof WorkflowExecutionAlreadyStartedError)) throw err;
    }
  }

  private workflowIdOf(orderId: string): string {
    return contractOrderWorkflowId(this.deployment, orderId);
  }

  private async orderOptions(order: ContractOrder) {
    const price = formatPrice(BigInt(order.limitPriceScale8), 'perMillion');
    const kind = order.ticket ? 'Ticket' : `${order.timeInForce} order`;
    return {
      workflowId: this.workflowIdOf(order.orderId),
      taskQueue: queueName(this.deployment, 'contracts'),
      workflowTaskTimeout: '5s' as const,
      staticSummary: boundedSummary(
        `${kind}: ${order.quantityTokens} tokens of ${order.modelId}, ${order.tenor}, at most ${price}/M, buyer ${shortId(order.accountId)}`,
      ),
      staticDetails: boundedDetails({
        Model: order.modelId,
        Tokens: order.quantityTokens,
        'At most, USD per million tokens': price,
        Delivery: order.tenor,
        Buyer: order.accountId,
        Order: order.orderId,
        Contract: order.contractId,
        Request: order.requestId,
      }),
      memo: memoOf(order.requestId),
      typedSearchAttributes: await startAttributes(
        this.client,
        { order: order.orderId, buyer: order.accountId, contract: order.contractId },
        [order.requestId],
        { key: MODEL, value: order.modelId },
      ),
    };
  }
}

function describedLot(lot: LotWorkflowInput) {
  const { quantityTokens, modelId, sellerId, accountId, opensAtMs, endsAtMs } = lot;
  const [opens, ends] = [timeText(opensAtMs), timeText(endsAtMs)];
  const escrow = lot.cost === undefined ? '' : `, ${lot.cost} USD paid ahead`;
  const sides = `seller ${shortId(sellerId)} owes buyer ${shortId(accountId)}`;
  return {
    staticSummary: boundedSummary(
      `${quantityTokens} tokens of ${modelId}, ${sides}, ${opens} to ${ends}${escrow}`,
    ),
    staticDetails: boundedDetails({
      Model: modelId,
      Tokens: quantityTokens,
      'Paid ahead, USD': lot.cost ?? null,
      Seller: sellerId,
      Buyer: accountId,
      'Window opens': opens,
      'Window ends': ends,
      Contract: lot.contractId,
      Order: lot.orderId,
      Lot: lot.lotId,
    }),
  };
}

function isUnfinished(err: unknown): boolean {
  return (
    err instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    err instanceof WorkflowUpdateFailedError
  );
}

function refusalIn(err: unknown): Refusal | null {
  if (!(err instanceof WorkflowFailedError)) return null;
  const { cause } = err;
  if (!(cause instanceof ApplicationFailure) || !cause.type || !isErrorCode(cause.type))
    return null;
  return (
    (cause.details?.[0] as Refusal | undefined) ?? { code: cause.type, message: cause.message }
  );
}

function unavailable(what: string, cause: unknown) {
  const message = `The ${what} did not complete in time. Retry it.`;
  return fail('service_unavailable', { message, retryAfterSeconds: 2, cause });
}
