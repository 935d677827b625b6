/** Registrations of sellers, through the entity workflow of their endpoint. */
import { type Client, WithStartWorkflowOperation } from '@temporalio/client';
import type { Registration, RegistrationOutcome } from '../domain/registration';
import type { seller } from '../workflows';
import { register } from '../workflows/seller';
import { queueName, sellerWorkflowId } from '../domain/workflow-names';

const DEADLINE_MS = 20_000;

export class Registrations {
  constructor(
    private readonly client: Client,
    private readonly deployment: string,
  ) {}

  /** Starts the endpoint's workflow when there is none, and registers through it. */
  async register(registration: Registration): Promise<RegistrationOutcome> {
    const startWorkflowOperation = new WithStartWorkflowOperation<typeof seller>('seller', {
      workflowId: sellerWorkflowId(this.deployment, registration.endpointUrl),
      taskQueue: queueName(this.deployment, 'sellers'),
      args: [registration.endpointUrl],
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: `Seller at ${registration.endpointUrl.slice(0, 150)}`,
    });
    return this.client.withDeadline(Date.now() + DEADLINE_MS, () =>
      this.client.workflow.executeUpdateWithStart(register, {
        args: [registration],
        startWorkflowOperation,
      }),
    );
  }
}
