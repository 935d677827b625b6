/** Signals to the workflow of a delivery lot. */
import type { Client } from '@temporalio/client';
import { lotEnded } from '../workflows/delivery-lot';

/** The last of the lot's tokens is drawn, or an operator ends it. */
export async function lotHasEnded(client: Client, lotWorkflowId: string): Promise<void> {
  await client.workflow.getHandle(lotWorkflowId).signal(lotEnded);
}
