/** Records the histories that replay.test.ts replays. No test of its own: `npm run histories` runs it. */
import { scheduledWorkflowId } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { saveHistory } from './stored';

test('records the histories', async () => {
  const exchange = await Exchange.start({ settings: { GATEWAY_WORKER: 'off' } });
  const { schedule, workflow } = exchange.temporal;
  const save = (name: string, workflowId: string) => saveHistory(exchange, name, workflowId);
  const newest = async () => {
    const [order] = await exchange.records.orders.find().sort({ _id: -1 }).limit(1).toArray();
    await exchange.workflowEnded(order!.workflowId!);
    return order!.workflowId!;
  };

  const { key } = await exchange.buyer();
  const first = await exchange.seller();
  await exchange.ask(first, { price: '0.001' });
  await exchange.chat(key);
  await save('chat-order.filled', await newest());
  await exchange.stream(key);
  await save('chat-order.streamed', await newest());
  await exchange.chat(key, { max_price: '0.0001' });
  await save('chat-order.refused', await newest());

  first.hold();
  const crashing = exchange.chat(key);
  await until(() => first.held === 1);
  await exchange.workers[0]!.kill('SIGKILL');
  await exchange.startWorker();
  await until(() => first.requests.length >= 4, { timeoutMs: 30_000 });
  first.release();
  await crashing;
  await save('chat-order.worker-killed', await newest());

  const second = await exchange.seller();
  await exchange.ask(second, { price: '0.002' });
  first.setBehaviour(BEHAVIOURS.status({ status: 500 }));
  await exchange.chat(key);
  await save('chat-order.second-seller', await newest());
  first.setBehaviour(BEHAVIOURS.throttledOnce({ retryAfter: '1' }));
  await exchange.chat(key);
  await save('chat-order.throttled-once', await newest());

  for await (const { workflowId } of workflow.list({ query: 'WorkflowType = "seller"' })) {
    if (!workflowId.startsWith(exchange.settings.TOKENBOOK_DEPLOYMENT)) continue;
    await save('seller.registered', workflowId);
    break;
  }
  for (const workflowType of ['upkeep', 'reconciliation']) {
    const id = scheduledWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, workflowType);
    await schedule.getHandle(id).trigger();
    const run = await until(
      async () => {
        const query = `WorkflowType = "${workflowType}" AND ExecutionStatus = "Completed"`;
        for await (const { workflowId } of workflow.list({ query })) {
          if (workflowId.startsWith(id)) return workflowId;
        }
        return null;
      },
      { timeoutMs: 30_000, what: `a run of ${workflowType}` },
    );
    await save(`${workflowType}.nothing-left`, run);
  }

  await exchange.stop();
}, 180_000);
