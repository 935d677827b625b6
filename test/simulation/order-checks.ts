/**
 * What must hold of orders for capacity: each has ended, or rests, as its owner was told, its hold is
 * the limit of what is open, each of its fills has one lot and one trade, and an ask exists once.
 */
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import { holdAmountScale8 } from '../../domain/money';
import { mayRest } from '../../domain/time-in-force';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { WritableRecords } from '../../records/connect';
import type { Market } from './market';
import type { Servers } from './processes';
import type { TemporalServer } from './temporal-server';
import type { CapacityOrder, NewAsk } from './traders';

export async function brokenOrders(
  { records, settings }: Servers,
  temporal: TemporalServer,
  { modelId, orders, newAsks }: Market,
  hasRelays: boolean,
): Promise<string[]> {
  const { TOKENBOOK_DEPLOYMENT: deployment } = settings;
  const found: string[] = [];
  const known = await records.contractOrders.find({ modelId, workflowId: /-order-/ }).toArray();
  for (const order of known) {
    found.push(...(await brokenRecord(records, order, hasRelays)));
    const workflow = temporal.workflows.get(contractOrderWorkflowId(deployment, order._id));
    const isRunning = workflow?.status === 'RUNNING';
    if (isRunning !== (order.status === 'open'))
      found.push(`order ${order._id} is ${order.status}, its workflow ${workflow?.status}`);
  }
  for (const order of orders) found.push(...brokenTold(order, known));
  for (const ask of newAsks) found.push(...(await brokenAsk(records, ask)));
  const ownLots = { contractId: { $in: known.map(({ contractId }) => contractId) } };
  for (const { _id } of await records.lots.find({ ...ownLots, hasStory: false }).toArray())
    found.push(`lot ${_id} has no workflow`);
  return found;
}

async function brokenRecord(
  { fills, lots, trades, holds }: WritableRecords,
  order: ContractOrderDocument,
  hasRelays: boolean,
): Promise<string[]> {
  const { _id: orderId, contractId, status, timeInForce, limitPriceScale8 } = order;
  const { quantityTokens, filledTokens, openTokens, closedTokens } = order;
  const name = `order ${orderId} (${timeInForce}, ${status})`;
  const found: string[] = [];
  const rests = hasRelays && mayRest(timeInForce);
  if (status === 'open' && !rests) found.push(`${name} has not ended`);
  if (status !== 'open' && openTokens !== 0) found.push(`${name} has ${openTokens} open`);
  if (filledTokens + openTokens + closedTokens !== quantityTokens)
    found.push(`${name} does not add up`);
  if (timeInForce === 'FOK' && filledTokens !== 0 && filledTokens !== quantityTokens)
    found.push(`${name} is filled in part`);
  const own = await fills.find({ orderId, status: 'settled' }).toArray();
  const bought = await lots.find({ contractId }).toArray();
  const traded = await trades.find({ orderId }).toArray();
  if (own.some(({ priceScale8 }) => priceScale8 > limitPriceScale8))
    found.push(`${name} was filled above its limit`);
  for (const some of [own, bought, traded]) {
    const tokens = some.reduce((sum, { quantityTokens: count }) => sum + count, 0);
    if (tokens !== filledTokens || some.length !== own.length)
      found.push(`${name} has ${some.length} fills of ${tokens} tokens, not of ${filledTokens}`);
  }
  const hold = await holds.findOne({ _id: orderId });
  const open = holdAmountScale8(limitPriceScale8, openTokens);
  if (hold?.openScale8 !== open) found.push(`${name} holds ${hold?.openScale8}, not ${open}`);
  return found;
}

function brokenTold(
  { key, told, toldOfCancel, isOver }: CapacityOrder,
  known: readonly ContractOrderDocument[],
): string[] {
  const own = known.filter(({ clientOrderId }) => clientOrderId === key);
  if (own.length > 1) return [`key ${key} has ${own.length} orders`];
  const [order] = own;
  const found: string[] = [];
  for (const one of told) {
    if (one.kind === 'refused' && order) found.push(`told that ${key} was refused: ${one.code}`);
    if (one.kind !== 'done') continue;
    const { order_id: orderId, status, filled_quantity: filled } = one.body;
    if (order?._id !== orderId) found.push(`told of order ${orderId}, which is ${order?._id}`);
    const isOpen = status === 'open' || status === 'partially_filled';
    if (!order || (!isOpen && (order.status !== status || order.filledTokens !== filled)))
      found.push(`told that ${orderId} is ${status} with ${filled}; it is ${order?.status}`);
    if (order && order.filledTokens < filled)
      found.push(`told of ${filled} filled in ${orderId}, which has ${order.filledTokens}`);
  }
  for (const one of toldOfCancel) {
    if (one.kind === 'done' && order?.status !== 'cancelled')
      found.push(`told that ${order?._id} was cancelled; it is ${order?.status}`);
    if (one.kind === 'refused' && order?.status === 'open')
      found.push(`told that ${order._id} is not open: ${one.code}`);
  }
  const isTold = told.some(({ kind }) => kind !== 'failed');
  if (isOver && !isTold) found.push(`nobody was told of ${key}: ${JSON.stringify(told)}`);
  return found;
}

async function brokenAsk({ asks }: WritableRecords, { seller, body, told }: NewAsk) {
  const { capacity } = body;
  const all = await asks.find({ sellerId: seller._id, capacityTokens: capacity }).toArray();
  const newestAt = new Date(Math.max(...all.map(({ createdAt }) => createdAt.getTime())));
  // One that could not be placed was withdrawn, and left nothing behind. In a long outage the time of
  // an ask may end, and that of its key.
  const own = all.filter(
    ({ status, soldTokens, expiresAt }) =>
      (status !== 'cancelled' && expiresAt > newestAt) || soldTokens > 0,
  );
  const isOnly = (id: string) =>
    all.some(({ _id }) => _id === id) && own.every(({ _id }) => _id === id);
  const found: string[] = [];
  if (own.length > 1) found.push(`the seller ${seller._id} has ${own.length} asks of ${capacity}`);
  for (const one of told) {
    if (one.kind === 'done' && !isOnly(one.body.ask_id))
      found.push(`told of ask ${one.body.ask_id}, there are ${all.map(({ _id }) => _id).join()}`);
    if (one.kind === 'refused' && own.some(({ status }) => status === 'active'))
      found.push(`told that ask ${own[0]?._id} was refused: ${one.code}`);
  }
  if (told.every((one) => one.kind === 'failed' && one.code !== 'market_halted'))
    found.push(`nobody was told of the ask of ${capacity}: ${JSON.stringify(told)}`);
  return found;
}
