/** What the workflow of a delivery lot is told from outside. */
import type { Client } from '@temporalio/client';
import { lotEnded } from '../workflows/delivery-lot';

/** The last of its tokens is drawn. */
export async function lotWasUsedUp(client: Client, lotWorkflowId: string): Promise<void> {
  await client.workflow.getHandle(lotWorkflowId).signal(lotEnded);
}
