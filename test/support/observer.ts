/**
 * I20: what clients were told, compared with the ledger. Every 200 that a client saw has its one
 * capture, at the price that it was told; a request that was refused for good has none.
 */
import { parseScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { JournalDocument } from '../../records/documents/journal';
import type { Answer, StreamedAnswer } from './exchange-client';

/** Whose client is told this has nothing and pays nothing. */
const REFUSED_FOR_GOOD: readonly number[] = [402, 404, 408, 502];

interface Asked {
  readonly accountId: string;
  readonly idempotencyKey: string;
}

interface Told extends Asked {
  readonly status: number;
  readonly requestId: string;
  /** Of a whole answer. */
  readonly fill: { readonly fill_id: string; readonly cost: string } | null;
}

type Seen = Answer & Partial<Pick<StreamedAnswer, 'chunks' | 'done'>>;
type Ledger = Pick<Records, 'fills' | 'journals' | 'orders' | 'idempotency'>;

export class Observer {
  readonly told: Told[] = [];

  /** An answer that arrived; a stream that was cut off says nothing. */
  note(asked: Asked, { status, headers, body, chunks, done }: Seen): void {
    if (chunks && status === 200 && !done) return;
    const whole = chunks ? chunks.at(-1) : body;
    const fill = status === 200 ? (whole?.fill ?? null) : null; // a stream may end with an error
    const { accountId, idempotencyKey } = asked;
    const requestId = String(headers['x-request-id']);
    this.told.push({ accountId, idempotencyKey, status, requestId, fill });
  }

  /** How often a status was seen. */
  count(status: number): number {
    return this.told.filter((told) => told.status === status).length;
  }

  /**
   * What contradicts what was told, in words; empty when all is right, at any moment.
   * @param from how many answers have been looked at before
   */
  async violations(records: Ledger, from = 0): Promise<string[]> {
    const told = this.told.slice(from);
    const found = await Promise.all([
      chargedAsTold(records, told),
      refusedAreFree(records, told),
      oneAnswerOfEachKey(told),
    ]);
    return found.flat();
  }
}

async function chargedAsTold(records: Ledger, told: readonly Told[]): Promise<string[]> {
  const answered = told.filter(({ fill }) => fill !== null);
  const fillIds = [...new Set(answered.map(({ fill }) => fill!.fill_id))];
  const fills = await records.fills.find({ _id: { $in: fillIds } }).toArray();
  const journals = await records.journals
    .find({ fillId: { $in: fillIds }, kind: { $in: ['capture', 'draw', 'window_end'] } })
    .toArray();
  const byId = new Map(fills.map((fill) => [fill._id, fill]));
  return answered.flatMap(({ accountId, fill, status }) => {
    const paid = journals.filter(({ fillId }) => fillId === fill!.fill_id);
    const wrong = faultOf(byId.get(fill!.fill_id), paid, { accountId, cost: fill!.cost });
    return wrong ? [`${status} of fill ${fill!.fill_id}: ${wrong}`] : [];
  });
}

/** @returns what is wrong with the payment of an answer; null when nothing is */
function faultOf(
  fill: FillDocument | undefined,
  paid: readonly JournalDocument[],
  told: { readonly accountId: string; readonly cost: string },
): string | null {
  if (fill?.status !== 'settled') return `the fill is ${fill?.status ?? 'unknown'}`;
  if (fill.accountId !== told.accountId) return 'it is of another account';
  if (fill.costScale8 !== parseScale8(told.cost)) return `it costs ${fill.costScale8}`;
  const isFree = fill.costScale8 === 0n;
  if (paid.length !== (isFree ? 0 : 1)) return `${paid.length} captures`;
  if (isFree || fill.kind === 'draw') return null;
  const [capture] = paid;
  const isBuyers = { account: `buyer:${told.accountId}`, phase: 'posted', side: 'debit' };
  const amounts = capture!.lines
    .filter((line) =>
      Object.entries(isBuyers).every(([name, value]) => value === line[name as 'account']),
    )
    .map(({ amountScale8 }) => amountScale8);
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  return total === fill.costScale8 ? null : `the buyer paid ${total}`;
}

/** By the request, and by the key where no other request of it was answered. */
async function refusedAreFree(records: Ledger, told: readonly Told[]): Promise<string[]> {
  const refused = told.filter(({ status }) => REFUSED_FOR_GOOD.includes(status));
  const answered = new Set(told.filter(({ fill }) => fill).map(nameOf));
  const keys = refused.map(nameOf).filter((name) => !answered.has(name));
  const known = await records.idempotency.find({ _id: { $in: keys } }).toArray();
  const orderOfKey = new Map(known.map(({ _id, orderId }) => [_id, orderId]));
  const requestIds = refused.map(({ requestId }) => requestId);
  const orders = await records.orders.find({ requestId: { $in: requestIds } }).toArray();
  const orderOfRequest = new Map(orders.map(({ requestId, _id }) => [requestId, _id]));
  const orderIds = [...orderOfKey.values(), ...orderOfRequest.values()].filter((id) => id !== null);
  const charged = await chargedOrders(records, orderIds);
  return refused.flatMap((one) => {
    const ids = [orderOfRequest.get(one.requestId), orderOfKey.get(nameOf(one))];
    const order = ids.find((id) => id && charged.has(id));
    return order ? [`${one.status} of order ${order}: it was charged`] : [];
  });
}

async function chargedOrders(
  { fills, journals }: Ledger,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [settled, captured] = await Promise.all([
    fills.find({ orderId: { $in: [...orderIds] }, status: 'settled' }).toArray(),
    journals
      .find({ orderId: { $in: [...orderIds] }, kind: { $in: ['capture', 'draw'] } })
      .toArray(),
  ]);
  return new Set([...settled, ...captured].map(({ orderId }) => orderId!));
}

async function oneAnswerOfEachKey(told: readonly Told[]): Promise<string[]> {
  const fillOf = new Map<string, string>();
  return told.flatMap((one) => {
    if (!one.fill) return [];
    const first = fillOf.get(nameOf(one)) ?? one.fill.fill_id;
    fillOf.set(nameOf(one), first);
    return first === one.fill.fill_id
      ? []
      : [`key ${one.idempotencyKey}: fills ${first}, ${one.fill.fill_id}`];
  });
}

/** As the records name the use of a key. */
function nameOf({ accountId, idempotencyKey }: Asked): string {
  return `chat:${accountId}:${idempotencyKey}`;
}
