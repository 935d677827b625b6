/** What a chat order's workflow was started with, read out of its history. */
import { Client, Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ChatOrder } from '../../domain/chat';
import type { Exchange } from '../support/exchange';

export async function bidOf(exchange: Exchange, orderId: string): Promise<ChatOrder> {
  const order = await exchange.records.orders.findOne({ _id: orderId });
  const connection = await Connection.connect({ address: exchange.settings.temporalAddress });
  try {
    const { workflow } = new Client({ connection });
    const { events } = await workflow.getHandle(order!.workflowId).fetchHistory();
    const [input] = events![0]!.workflowExecutionStartedEventAttributes!.input!.payloads!;
    return defaultPayloadConverter.fromPayload(input!);
  } finally {
    await connection.close();
  }
}
