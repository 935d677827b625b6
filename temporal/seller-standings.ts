/** Standings of sellers, through the entity workflow of their endpoint. */
import {
  type Client,
  WorkflowNotFoundError,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import { fail } from '../domain/errors';
import type { SellerStanding, StandingOverride } from '../domain/standing';
import { queueName, sellerWorkflowId } from '../domain/workflow-names';
import type { StandingWorkflows } from '../exchange/deps';
import type { SellerDocument } from '../records/documents/seller';
import type { seller as sellerDetails } from '../workflows';
import { boundedDetails, boundedSummary } from './bounded-values';
import { startAttributes } from './start-attributes';
import { orInOlderName } from './unknown-update';
import { DECISIONS, outcomesChanged, setStanding, sleep } from '../workflows/seller';

const DEADLINE_MS = 20_000;

type Seller = Pick<SellerDocument, '_id' | 'endpointUrl'>;

export class SellerStandings implements StandingWorkflows {
  constructor(
    private readonly client: Client,
    private readonly deployment: string,
  ) {}

  /**
   * Requests a judgement of the standing by the newest dispatches. Restarts a terminated workflow.
   */
  async judge(seller: Seller): Promise<void> {
    await this.client.workflow.signalWithStart<typeof sellerDetails, []>('seller', {
      ...(await this.options(seller)),
      signal: outcomesChanged,
      signalArgs: [],
    });
  }

  /** Ends the workflow of an unused seller; a registration or judgement starts it again. */
  async end({ endpointUrl }: Pick<SellerDocument, 'endpointUrl'>): Promise<void> {
    const workflowId = sellerWorkflowId(this.deployment, endpointUrl);
    try {
      await this.client.workflow.getHandle(workflowId).signal(sleep);
    } catch (err) {
      if (!(err instanceof WorkflowNotFoundError)) throw err;
    }
  }

  /**
   * Applies the operator's decision before it answers; withdraws asks if the decision requires it.
   * @throws Failure `service_unavailable` when no worker processed it in time or the records are
   *   unavailable; the change may have happened, and the caller may retry
   */
  async set(seller: Seller, override: StandingOverride): Promise<SellerStanding | null> {
    const { standing, ...decision } = override;
    const asAsked = async () => this.ask(seller, setStanding, override);
    const setting =
      standing === 'Probation'
        ? asAsked()
        : orInOlderName(() => this.ask(seller, DECISIONS[standing], decision), asAsked);
    return setting.catch((err: unknown) => {
      throw isUnfinished(err) ? unavailable(err) : err;
    });
  }

  private async ask<Decision>(
    seller: Seller,
    update: UpdateDefinition<SellerStanding | null, [Decision]>,
    decision: Decision,
  ): Promise<SellerStanding | null> {
    const startWorkflowOperation = new WithStartWorkflowOperation<typeof sellerDetails>('seller', {
      ...(await this.options(seller)),
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    return this.client.withDeadline(Date.now() + DEADLINE_MS, () =>
      this.client.workflow.executeUpdateWithStart(update, {
        args: [decision],
        startWorkflowOperation,
      }),
    );
  }

  private async options({ _id, endpointUrl }: Seller) {
    return {
      workflowId: sellerWorkflowId(this.deployment, endpointUrl),
      taskQueue: queueName(this.deployment, 'sellers'),
      args: [endpointUrl, true] as [string, boolean],
      staticSummary: boundedSummary(`Seller at ${endpointUrl}`),
      staticDetails: boundedDetails({ Seller: _id, Endpoint: endpointUrl }),
      typedSearchAttributes: await startAttributes(this.client, { seller: _id }, []),
    };
  }
}

function isUnfinished(err: unknown): boolean {
  return (
    err instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    err instanceof WorkflowUpdateFailedError
  );
}

function unavailable(cause: unknown) {
  const message = 'The standing was not set in time. Retry the request.';
  return fail('service_unavailable', { message, retryAfterSeconds: 2, cause });
}
