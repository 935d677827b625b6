/** What the runbook says about a stuck workflow, pasted into a shell while one is really stuck. */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { chatWorkflowId, lotWorkflowId, queueName } from '../../domain/workflow-names';
import { blocksOf } from '../documents/page-blocks';
import { joinMarket, openMarket } from '../e2e/market';
import { lotsOf, ticketOn } from '../lots/ticket-market';
import { Exchange } from '../support/exchange';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const LOOK_WITHIN_MS = 120_000;
/** Younger lots are left to their own workflows. */
const OLD = { $set: { createdAt: new Date(Date.now() - 120_000) } };

const exchange = Exchange.forFile();
let deployment: string;
beforeAll(async () => {
  deployment = exchange.settings.TOKENBOOK_DEPLOYMENT;
});

/** The one block of the runbook with this command, as an operator pastes it. */
async function paste(command: string, workflowId = ''): Promise<string> {
  const [block, ...others] = blocksOf('docs/operate/runbook.md').filter(({ text }) =>
    text.startsWith(command),
  );
  expect(others).toEqual([]);
  const { temporal } = sharedServers().binaries;
  const env = {
    PATH: `${process.env.PATH}:${dirname(temporal)}`,
    WORKFLOW_ID: workflowId,
    TEMPORAL_ADDRESS: exchange.settings.temporalAddress,
  };
  const { stdout } = await promisify(execFile)('bash', ['-ec', block!.text], { env });
  return stdout;
}

const describe = async (workflowId: string) => {
  const { status, type } = await exchange.temporal.workflow.getHandle(workflowId).describe();
  return `${type} ${status.name}`;
};

test('a lot whose workflow fails its task is found, terminated as printed, and has its workflow again', async () => {
  const { contractId } = await ticketOn(exchange, 1_000);
  const workflowId = lotWorkflowId(deployment, (await lotsOf(exchange, contractId))[0]!._id);
  await exchange.temporal.workflow.start('unknownWorkflow', {
    workflowId,
    taskQueue: queueName(deployment, 'contracts'),
    workflowIdConflictPolicy: 'TERMINATE_EXISTING',
    workflowTaskTimeout: '1s',
  });
  const isListed = async () => (await paste('temporal workflow list --query')).includes(workflowId);
  await until(isListed, { what: 'the workflow in the list', timeoutMs: LOOK_WITHIN_MS });
  expect(await describe(workflowId)).toBe('unknownWorkflow RUNNING');
  await paste('temporal workflow terminate', workflowId);
  await exchange.records.lots.updateMany({ contractId }, OLD);
  const isBack = async () => (await describe(workflowId)) === 'deliveryLot RUNNING';
  await until(isBack, { what: 'the workflow of the lot', timeoutMs: LOOK_WITHIN_MS });
}, 300_000);

test('a chat that is cancelled as printed ends uncharged', async () => {
  const { key, model } = await openMarket(exchange, { behaviour: 'resetAfterBody' });
  const { seller } = await joinMarket(exchange, model, { price: '0.002' });
  seller.hold();
  const answer = exchange.chat(key, { model });
  await until(() => seller.held === 1, { what: 'the second seller to be asked' });
  const { _id: orderId } = (await exchange.records.orders.findOne({ modelId: model }))!;
  await paste('temporal workflow cancel', chatWorkflowId(deployment, orderId));
  expect((await answer).status).toBe(503);
  expect(await exchange.account(key)).toMatchObject({ balance: '10', reserved: '0' });
}, 60_000);
