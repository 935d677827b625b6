/** Names of workflows and queues: one for each thing, the same in every process of a deployment. Pure. */
import { recordedOrder } from '../../domain/order-batch';
import {
  QUEUES,
  chatWorkflowId,
  contractOrderWorkflowId,
  gatewayQueueName,
  lotWorkflowId,
  orderBatchWorkflowId,
  queueName,
  scheduledWorkflowId,
  sellerWorkflowId,
} from '../../domain/workflow-names';

const ID = '0198c0de-0000-7000-8000-000000000001';
const named = (deployment: string, id = ID) => [
  ...QUEUES.map((queue) => queueName(deployment, queue)),
  gatewayQueueName(deployment, id),
  chatWorkflowId(deployment, id),
  contractOrderWorkflowId(deployment, id),
  lotWorkflowId(deployment, id),
  sellerWorkflowId(deployment, id),
  orderBatchWorkflowId(deployment, id, [id]),
  orderBatchWorkflowId(deployment, id, [id, deployment]),
  scheduledWorkflowId(deployment, 'maintenance'),
];

test('no two kinds have one name, nor two deployments on one server', () => {
  const names = [...named('one'), ...named('two')];
  expect(new Set(names).size).toBe(names.length);
  expect(named('one')).toEqual(named('one'));
  expect(named('one').every((name) => name.startsWith('one-'))).toBe(true);
});

test('no two of a kind have one name', () => {
  const other = named('one', ID.replace(/1$/, '2'));
  const same = named('one').filter((name) => other.includes(name));
  expect(same).toEqual([
    ...QUEUES.map((queue) => queueName('one', queue)),
    scheduledWorkflowId('one', 'maintenance'),
  ]);
});

test('endpoints differ in each character, and the name of a long one is short', () => {
  const url = `https://seller.example/${'v'.repeat(2_000)}`;
  const ids = [url, `${url}/`, url.replace('https', 'http')].map((one) =>
    sellerWorkflowId('one', one),
  );
  expect(new Set(ids).size).toBe(3);
  expect(ids.every((id) => id.length < 200)).toBe(true);
});

test('the history of a batch names the request of each order, and has none of its text', () => {
  const order = { orderId: 'order', fillId: 'fill', accountId: 'account', requestId: 'request' };
  expect(recordedOrder(order)).toEqual({ ...order, request: { requestOf: 'order' } });
});
