/**
 * What must hold when a simulation has come to rest: every order ended, everything that a buyer was
 * told is so, each key was charged at most once, and the sums are those of the settled fills.
 */
import { costScale8, holdAmountScale8 } from '../../domain/money';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { WritableRecords } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { Request, Told } from './buyers';
import { brokenLots } from './lot-checks';
import { type Market, PROMPT_TOKENS } from './market';

/** @returns what does not hold, each in one line */
export async function broken(records: WritableRecords, market: Market): Promise<string[]> {
  const accountIds = [...market.accounts.keys()];
  const orders = await records.orders.find({ accountId: { $in: accountIds } }).toArray();
  const fills = await records.fills.find({ accountId: { $in: accountIds } }).toArray();
  const found = await brokenLots(records, market);
  for (const { _id, status } of orders) {
    const settled = fills.filter((fill) => fill.orderId === _id && fill.status === 'settled');
    if (status === 'open') found.push(`order ${_id} has not ended`);
    if (settled.length !== (status === 'filled' ? 1 : 0))
      found.push(`order ${_id} is ${status} and has ${settled.length} settled fills`);
  }
  for (const { _id, status } of fills) {
    if (status === 'reserved') found.push(`fill ${_id} is still reserved`);
  }
  for (const request of market.requests) found.push(...brokenPromises(request, orders, fills));
  for (const [accountId, depositedScale8] of market.accounts) {
    const balance = await records.balances.findOne({ _id: accountId });
    const lots = await records.lots.find({ accountId }).toArray();
    const refunded = lots.reduce((sum, { refundedScale8 }) => sum + refundedScale8, 0n);
    // What is drawn was paid for with its lot.
    const charged = fills
      .filter((fill) => fill.accountId === accountId && isCharged(fill))
      .reduce((sum, fill) => sum + chargeOf(fill), -refunded);
    const { postedScale8, heldScale8, requestsUnderWay } = balance!;
    if (postedScale8 !== depositedScale8 - charged)
      found.push(
        `account ${accountId} has ${postedScale8}, ${charged} of ${depositedScale8} spent`,
      );
    const resting = await records.contractOrders.find({ accountId, status: 'open' }).toArray();
    const held = resting.reduce((sum, order) => sum + holdOf(order), 0n);
    if (heldScale8 !== held) found.push(`account ${accountId} holds ${heldScale8}, not ${held}`);
    if ((requestsUnderWay ?? 0) !== 0) found.push(`account ${accountId} has requests under way`);
  }
  for (const ask of await records.asks.find({ modelId: market.modelId }).toArray()) {
    const sold = fills
      .filter((fill) => fill.askId === ask._id && isCharged(fill))
      .reduce((sum, fill) => sum + fill.usedTokens, 0);
    const { soldTokens, remainingTokens, reservedTokens, cancelledTokens, capacityTokens } = ask;
    if (Number(soldTokens) !== sold) found.push(`ask ${ask._id} sold ${soldTokens}, not ${sold}`);
    const sum = [remainingTokens, reservedTokens, soldTokens, cancelledTokens, ask.expiredTokens];
    if (sum.reduce((total, part) => total + Number(part), 0) !== Number(capacityTokens))
      found.push(`ask ${ask._id} does not add up`);
    if (Number(reservedTokens) !== 0) found.push(`ask ${ask._id} has ${reservedTokens} reserved`);
  }
  return found;
}

/** A fill of an order for capacity may cost one unit less than its tokens: the unit is waived. */
const chargeOf = ({ kind, costScale8: cost, priceScale8, usedTokens }: FillDocument) =>
  kind === 'capacity' ? cost : costScale8(priceScale8, usedTokens);

const holdOf = ({ limitPriceScale8, openTokens }: ContractOrderDocument) =>
  holdAmountScale8(limitPriceScale8, openTokens);

const isCharged = ({ status, kind }: Pick<FillDocument, 'status' | 'kind'>) =>
  status === 'settled' && kind !== 'draw';

type Orders = readonly { _id: string; status: string }[];
type Fills = readonly { _id: string; orderId: string; status: string; usedTokens: number }[];
type Settled = Extract<Told, { kind: 'settled' }>;

function brokenPromises(request: Request, orders: Orders, fills: Fills): string[] {
  const found: string[] = [];
  const charged = fills.filter(
    ({ orderId, status }) => request.orderIds.has(orderId) && status === 'settled',
  );
  if (charged.length > 1) found.push(`key ${request.key} was charged ${charged.length} times`);
  const bodies = new Set<string>();
  for (const told of request.told) {
    if (told.kind === 'failed') {
      // A gateway that fails so fails always: nothing would be tested.
      if (/^(Type|Reference)Error/.test(told.code)) found.push(`key ${request.key}: ${told.code}`);
      continue;
    }
    const order = orders.find(({ _id }) => _id === told.orderId);
    if (told.kind === 'settled') {
      if (!told.cut) bodies.add(told.body);
      found.push(...brokenAnswer(told, charged));
    } else if (order && order.status !== 'refused') {
      found.push(`told that ${told.orderId} was refused (${told.code}); it is ${order.status}`);
    }
  }
  if (bodies.size > 1) found.push(`key ${request.key} got ${[...bodies].join(' and then ')}`);
  return found;
}

/** An answer has a fill, which is charged as it says; a stream that was cut, what was delivered. */
function brokenAnswer({ fillId, tokens, cut }: Settled, charged: Fills): string[] {
  const fill = charged.find(({ _id }) => _id === fillId);
  if (!fill) return [`told of fill ${fillId}, which is not settled`];
  if (fill.usedTokens !== tokens)
    return [`told of ${tokens} tokens in fill ${fillId}, which has ${fill.usedTokens}`];
  if (!cut || tokens <= tokensOf(cut.text) + (isLeft(cut) ? PROMPT_TOKENS : 0)) return [];
  return [`fill ${fillId} was cut after ${tokensOf(cut.text)} tokens and is charged ${tokens}`];
}

/** MONEY-8: the prompt is charged too when it was the reader who disconnected. */
const isLeft = ({ message }: NonNullable<Settled['cut']>) =>
  message.startsWith('The reader of this stream disconnected');

/** Sellers of a simulation generate one token a word. */
const tokensOf = (text: string) => text.split(' ').length - 1;
