/** Registrations of sellers, through the entity workflow of their endpoint. */
import {
  type Client,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { type Failure, fail } from '../domain/errors';
import type { Registration, RegistrationOutcome } from '../domain/registration';
import type { seller } from '../workflows';
import { register, rotateKey, updateProfile } from '../workflows/seller';
import { queueName, sellerWorkflowId } from '../domain/workflow-names';
import type { RegistrationWorkflows } from '../exchange/deps';
import { olderOf } from '../workflows/older-search-attributes';
import { boundedDetails, boundedSummary } from './bounded-values';
import { hasOlder } from './start-attributes';
import { orInOlderName } from './unknown-update';

const DEADLINE_MS = 20_000;

export class Registrations implements RegistrationWorkflows {
  constructor(
    private readonly client: Client,
    private readonly deployment: string,
  ) {}

  /**
   * Starts the endpoint's workflow unless it runs, and registers through it.
   * @throws Failure `service_unavailable` when no worker processed it in time or the records are
   *   unavailable; the registration may have happened, and the caller may retry
   */
  async register(registration: Registration): Promise<RegistrationOutcome> {
    const asked = updateOf(registration);
    return orInOlderName(
      () => this.ask(asked, registration),
      () => this.ask(register, registration),
    ).catch((err: unknown) => {
      throw isUnfinished(err) ? unavailable(err) : err;
    });
  }

  private async ask(
    update: typeof register,
    registration: Registration,
  ): Promise<RegistrationOutcome> {
    const endpointUrl = registration.firstUrl ?? registration.endpointUrl;
    const startWorkflowOperation = new WithStartWorkflowOperation<typeof seller>('seller', {
      workflowId: sellerWorkflowId(this.deployment, endpointUrl),
      taskQueue: queueName(this.deployment, 'sellers'),
      args: [endpointUrl],
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: boundedSummary(`Seller at ${endpointUrl}`),
      staticDetails: boundedDetails({ Name: registration.name, Endpoint: endpointUrl }),
      // The id is known once the workflow has registered it.
      typedSearchAttributes: (await hasOlder(this.client)) ? olderOf({ seller: 'new' }) : [],
    });
    return this.client.withDeadline(Date.now() + DEADLINE_MS, () =>
      this.client.workflow.executeUpdateWithStart(update, {
        args: [registration],
        startWorkflowOperation,
      }),
    );
  }
}

/** Named by what is asked for: the workflow decides what comes of it. */
function updateOf({ firstUrl, apiKeyHash, currentKeyHash }: Registration) {
  if (firstUrl === undefined) return register;
  const isOtherKey = currentKeyHash !== null && currentKeyHash !== apiKeyHash;
  return isOtherKey ? rotateKey : updateProfile;
}

function isUnfinished(err: unknown): boolean {
  return (
    err instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    err instanceof WorkflowUpdateFailedError
  );
}

function unavailable(cause: unknown): Failure {
  const message = 'The registration did not complete in time. Retry it.';
  return fail('service_unavailable', { message, retryAfterSeconds: 2, cause });
}
