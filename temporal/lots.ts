/** Signals to the workflow of a delivery lot. */
import type { Client } from '@temporalio/client';
import { lotEnded } from '../workflows/delivery-lot';

/** The last of the lot's tokens is drawn. */
export async function lotWasUsedUp(client: Client, lotWorkflowId: string): Promise<void> {
  await client.workflow.getHandle(lotWorkflowId).signal(lotEnded);
}
