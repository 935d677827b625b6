/**
 * A chat whose workflow an operator ends, or the server loses, while its second seller answers: its
 * buyer learns of it at once, and what the seller has answered is settled.
 */
import type { WorkflowHandle } from '@temporalio/client';
import { chatWorkflowId } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import type { Behaviour, BehaviourName } from '../support/sellers/behaviours';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { type Market, joinMarket, openMarket } from './market';

const AT_ONCE_MS = 12_000;
/** By then the process that makes the attempt has been told that its workflow is gone. */
const HEARTBEATS_MS = 4_000;
const ENDED = 'An operator ended this request.';

const exchange = Exchange.pooledForFile();

/** A first seller fails, a second one is asked. */
async function market(behaviour: BehaviourName | Behaviour = 'normal') {
  // Its gateway cannot know what the first seller did: a workflow asks it again, and then the second one.
  const opened = await openMarket(exchange, { behaviour: 'resetAfterBody' });
  const { seller: second } = await joinMarket(exchange, opened.model, {
    price: '0.002',
    behaviour,
  });
  return { ...opened, second };
}

/** The workflow of the one chat of this market, when its second seller is asked. */
async function workflowOf({ model }: Market): Promise<WorkflowHandle> {
  const { TOKENBOOK_DEPLOYMENT: deployment } = exchange.settings;
  const orderId = await until(
    async () => {
      const order = await exchange.records.orders.findOne({ modelId: model });
      const isAlone = order && order.workflowId === chatWorkflowId(deployment, order._id);
      return isAlone ? order._id : null;
    },
    { what: 'a workflow of its own', timeoutMs: 30_000 },
  );
  return exchange.temporal.workflow.getHandle(chatWorkflowId(deployment, orderId));
}

const untilHeld = (second: Market['seller']) =>
  until(() => second.held === 1, { what: 'the second seller to be asked', timeoutMs: 30_000 });

test.each([
  ['terminates', (run: WorkflowHandle) => run.terminate()],
  ['cancels', (run: WorkflowHandle) => run.cancel()],
])(
  'a buyer whose chat an operator %s is notified at once, uncharged',
  async (_name, end) => {
    const opened = await market();
    const { key, model, second } = opened;
    second.hold();
    const answer = exchange.chat(key, { model });
    const run = await workflowOf(opened);
    await untilHeld(second);
    const endedAtMs = Date.now();
    await end(run);
    expect(await answer).toMatchObject({
      status: 503,
      headers: { 'x-should-retry': 'false' },
      body: { code: 'ended_by_operator', message: expect.stringContaining(ENDED) },
    });
    expect(Date.now() - endedAtMs).toBeLessThan(AT_ONCE_MS);
    expect(await exchange.account(key)).toMatchObject({ balance: '10', reserved: '0' });
    second.release();
  },
  60_000,
);

test('a stream that an operator terminates ends at once, and what was delivered is charged', async () => {
  const opened = await market(BEHAVIOURS.commentsOnly({ chunks: 3 }));
  const { key, model } = opened;
  let heard = 0;
  const stream = exchange.stream(key, { model }, { onChunk: () => void (heard += 1) });
  const run = await workflowOf(opened);
  await until(() => heard >= 3, { what: 'the beginning of the answer', timeoutMs: 30_000 });
  const endedAtMs = Date.now();
  await run.terminate();
  await stream;
  expect(Date.now() - endedAtMs).toBeLessThan(AT_ONCE_MS);
  expect(await exchange.records.orders.findOne({ modelId: model })).toMatchObject({
    status: 'filled',
  });
  const { balance, reserved } = await exchange.account(key);
  expect(reserved).toBe('0');
  expect(Number(balance)).toBeLessThan(10);
}, 60_000);

test('a chat whose workflow the server lost gets the answer of the seller that is asked, once charged', async () => {
  const opened = await market();
  const { key, model, second } = opened;
  second.hold();
  const answer = exchange.chat(key, { model });
  const { workflowId } = await workflowOf(opened);
  await untilHeld(second);
  const named = { namespace: 'default', workflowExecution: { workflowId } };
  await exchange.temporal.workflowService.deleteWorkflowExecution(named);
  const isGone = () =>
    exchange.temporal.workflow
      .getHandle(workflowId)
      .describe()
      .then(
        () => false,
        () => true,
      );
  await until(isGone, { what: 'the workflow to be deleted', timeoutMs: 30_000 });
  const releasedAtMs = Date.now() + HEARTBEATS_MS;
  await until(() => Date.now() >= releasedAtMs, { what: 'some heartbeats' });
  second.release();
  expect((await answer).status).toBe(200);
  expect(second.requests).toHaveLength(1);
  const { reserved } = await exchange.account(key);
  expect(reserved).toBe('0');
}, 60_000);
