/** An event that was committed is delivered, whichever process dies before. */
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { type Receiver, deliveriesOf, startReceiver, subscribe, verifiedEvents } from './receiver';

let exchange: Exchange;
let hook: Receiver;
beforeAll(async () => {
  exchange = await Exchange.start({ workers: 0, settings: { WEBHOOK_RETRY_BASE_MS: 100 } });
  hook = await startReceiver();
});
afterAll(async () => {
  await hook.close();
  await exchange.stop();
});

test('the gateway dies after the commit, and a worker during its attempt', async () => {
  const buyer = await exchange.buyer('0');
  const own = await subscribe(exchange, buyer, hook.url);
  await exchange.admin('POST', `/accounts/${buyer.accountId}/deposits`, {
    amount: '1',
    reference: 'a',
  });
  await exchange.gateways[0]!.kill('SIGKILL');
  hook.answer = () => undefined;
  const worker = await exchange.startWorker();
  await until(() => hook.received.length === 1, { what: 'the first attempt' });
  await worker.kill('SIGKILL');
  hook.answer = (res) => void res.writeHead(200).end();
  // The lease of the dead worker has ended.
  await exchange.records.webhookEndpoints.updateOne(
    { _id: own.id },
    { $set: { leasedUntil: new Date(), dueAt: new Date() } },
  );
  await exchange.startWorker();
  const [first, again] = await verifiedEvents(hook, own.secret, 'account.deposited', 2);
  expect(again).toEqual(first);
  await exchange.startGateway();
  const delivered = async () => (await deliveriesOf(exchange, buyer, own.id))[0].status;
  await until(async () => (await delivered()) === 'delivered', { what: 'the delivery' });
  const events = { participants: `account:${buyer.accountId}` };
  expect(await exchange.records.webhookEvents.countDocuments(events)).toBe(1);
});
