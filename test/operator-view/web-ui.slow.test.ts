/**
 * The questions of an operator to the Temporal web UI, answered by what it shows: the current
 * details of workflows, and the lists that its queries give.
 */
import { formatScale8 } from '../../domain/money';
import { lotWorkflowId, sellerWorkflowId } from '../../domain/workflow-names';
import { buyTicket, placeOrder } from '../contracts/market';
import { joinMarket, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

const exchange = Exchange.forFile({ relay: true });

/** Links to other histories, which the web UI of Temporal resolves, as their text. */
const withoutLinks = (text: string) =>
  text.replace(/\[([^\]]*)\]\(\/namespaces\/default\/workflows[/?][^()]+\)/g, '$1');

/** What the UI shows as the current details. */
async function detailsOf(workflowId: string): Promise<string> {
  const handle = exchange.temporal.workflow.getHandle(workflowId);
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return withoutLinks(metadata.currentDetails ?? '');
}

async function listed(query: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of exchange.temporal.workflow.list({ query }))
    ids.push(workflowId);
  return ids;
}

function untilListed(query: string, expected: readonly string[]): Promise<unknown> {
  return until(
    async () => {
      expect((await listed(query)).sort()).toEqual([...expected].sort());
      return true;
    },
    { what: query },
  );
}

async function newestChat(accountId: string) {
  const order = await exchange.records.orders.findOne({ accountId }, { sort: { _id: -1 } });
  return order!;
}

const deployment = () => exchange.settings.TOKENBOOK_DEPLOYMENT;

test('what does this seller owe? its lots that run, each with tokens and window', async () => {
  const { model, key, seller, accountId } = await openMarket(exchange);
  const { body: ticket } = await buyTicket(exchange, key, { model, quantity_tokens: 4_000 });
  const lot = await exchange.records.lots.findOne({ contractId: ticket.contract_id });
  const owes = `Ids="${seller.sellerId}" AND WorkflowType="deliveryLot" AND ExecutionStatus="Running"`;
  const lotWorkflow = lotWorkflowId(deployment(), lot!._id);
  await untilListed(owes, [lotWorkflow]);

  const details = await detailsOf(lotWorkflow);
  expect(details).toContain(`**4000 tokens of ${model}**, owed by seller ${seller.sellerId}`);
  expect(details).toContain(`to buyer ${accountId}`);
  expect(details).toContain(`to ${lot!.endsAt.toISOString().slice(0, 19)}Z`);
  expect(details).toContain('The window is open');
  const ofSeller = await detailsOf(sellerWorkflowId(deployment(), seller.url));
  expect(ofSeller).toContain(owes); // the query to paste
});

test('why was this buyer refunded? the seller, its attempts, the lot and the amount', async () => {
  const { model, key, seller, accountId } = await openMarket(exchange);
  const { body: ticket } = await buyTicket(exchange, key, { model });
  seller.setBehaviour(BEHAVIOURS.status({ status: 500, message: '[a](http://evil.example) `b`' }));
  const chat = await exchange.chat(ticket.credential, { model });
  expect(chat).toMatchObject({ status: 409, body: { code: 'seller_default' } });

  const order = await newestChat(accountId);
  const lot = await exchange.records.lots.findOne({ contractId: ticket.contract_id });
  const told = await detailsOf(order.workflowId!);
  for (const attempt of [1, 2, 3]) {
    expect(told).toContain(`| Seller ${seller.sellerId} failed in attempt ${attempt} | \``);
  }
  expect(told).toContain(`**Seller ${seller.sellerId} defaulted** on lot ${lot!._id}`);
  expect(told).toContain('**Refused**, nothing charged: seller_default');

  const workflowId = lotWorkflowId(deployment(), lot!._id);
  await untilListed(`WorkflowId="${workflowId}" AND Outcome="defaulted"`, [workflowId]);
  const ended = await detailsOf(workflowId);
  expect(lot!.refundedTokens).toBe(10_000);
  const refund = formatScale8(lot!.refundedScale8);
  expect(ended).toContain(
    `**defaulted**: 0 tokens drawn, 10000 refunded to the buyer: ${refund} USD`,
  );
  expect(ended).toContain(`of order ${order._id} in all its 3 attempts`);
  // What a seller says is shown as it is, and makes no link.
  for (const text of [told, ended]) expect(text).not.toMatch(/(?<!`[^`\n]*)\]\(http/);
}, 60_000);

test('what is this order waiting for? its limit, what is left of it, and until when', async () => {
  const { model, key, seller } = await openMarket(exchange, { price: '0.001', capacity: 4_000 });
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { body: placed } = await placeOrder(exchange, key, {
    model_id: model,
    quantity: 10_000,
    price: '0.0015',
    time_in_force: 'GTD',
    expires_at: expiresAt.toISOString(),
  });
  const order = await exchange.records.contractOrders.findOne({ _id: placed.order_id });
  const details = await detailsOf(order!.workflowId);
  expect(details).toContain(`10000 tokens of ${model}`);
  expect(details).toContain('at most 1.5 USD per million');
  expect(details).toContain('4000 filled, 6000 open');
  expect(details).toContain(`until ${expiresAt.toISOString().slice(0, 19)}Z`);
  await exchange.ask(seller, { model, price: '0.001', capacity: 6_000 });
  await untilListed(`WorkflowId="${order!.workflowId}" AND Outcome="filled"`, [order!.workflowId]);
  expect(await detailsOf(order!.workflowId)).toContain('**filled**: 10000 filled, 0 open');
});

test('sellers by their standing', async () => {
  const { seller } = await openMarket(exchange);
  const workflowId = sellerWorkflowId(deployment(), seller.url);
  const ofSeller = (standing: string) =>
    `SellerStanding="${standing}" AND Ids="${seller.sellerId}"`;
  await untilListed(ofSeller('Active'), [workflowId]);
  for (const standing of ['Suspended', 'Banned', 'Active']) {
    const change = { standing, reason: 'a look' };
    await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, change);
    await untilListed(ofSeller(standing), [workflowId]);
    expect(await detailsOf(workflowId)).toContain(`Standing **${standing}**`);
  }
  await untilListed(ofSeller('Suspended'), []);
});

test('which seller answered, and which one failed before', async () => {
  const { key, accountId, model, seller } = await openMarket(exchange, { price: '0.001' });
  const { seller: dearer } = await joinMarket(exchange, model, { price: '0.002' });
  seller.setBehaviour('error500');
  expect((await exchange.chat(key, { model })).status).toBe(200);
  const details = await until(async () => {
    const { workflowId } = await newestChat(accountId);
    const told = workflowId ? await detailsOf(workflowId) : '';
    return told.includes('**filled**') && told;
  });
  expect(details).toContain(`**filled** by seller ${dearer.sellerId}, `);
  expect(details).toContain(`${seller.sellerId} answered with status 500`);
  const { workflowId } = await newestChat(accountId);
  for (const id of [seller.sellerId, dearer.sellerId]) {
    await untilListed(`Ids="${id}" AND WorkflowType="orderBatch"`, [workflowId!]);
  }
});

test('which seller a workflow has asked again, and which one it asked then', async () => {
  const { key, accountId, model, seller } = await openMarket(exchange, { price: '0.001' });
  const { seller: dearer } = await joinMarket(exchange, model, { price: '0.002' });
  seller.setBehaviour('resetAfterBody');
  dearer.hold();
  const chat = exchange.chat(key, { model });
  await until(() => dearer.held === 1, { what: 'the second seller to be asked' });

  dearer.release();
  expect((await chat).status).toBe(200);
  const details = await until(async () => {
    const told = await detailsOf((await newestChat(accountId)).workflowId!);
    return told.includes('**Filled**') && told;
  });
  // One that is handed over at once is recorded by its own workflow alone, with the attempt before it.
  for (const attempt of [1, 2]) {
    expect(details).toContain(`| Seller ${seller.sellerId} failed in attempt ${attempt} | \``);
  }
  expect(details).toContain(`| Asked seller ${dearer.sellerId} |`);
  expect(details).toContain(`**Filled** by seller ${dearer.sellerId}, charged`);
});
