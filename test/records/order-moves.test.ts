import { randomUUID } from 'node:crypto';
import { ORDER_MOVES, type OrderMoveName, stateFields } from '../../domain/order-states';
import { moveOrder } from '../../records/ledger/order-moves';
import { recordsForFile } from './scenario';

const STATES = ['new', 'open', 'reserved', 'filled', 'refused'] as const;
type State = (typeof STATES)[number];
const MOVES = Object.keys(ORDER_MOVES) as OrderMoveName[];

const records = recordsForFile();

/** An order in a state, as far as a move looks at it. */
async function orderIn(state: State, fillId: string): Promise<string> {
  const orderId = randomUUID();
  if (state === 'new') return orderId;
  const order = { _id: orderId, ...stateFields(state, fillId), bid: {} };
  await records.orders.insertOne(order as never);
  return orderId;
}

/** @returns how many orders the move matched or began */
async function make(move: OrderMoveName, state: State, orderId: string, fillId: string) {
  const hasFill = state === 'reserved' || move !== 'refuse';
  const moved = { orderId, fillId: hasFill ? fillId : null, now: new Date() };
  const begin = state === 'new' && canMove(move, state) ? { begin: { modelId: 'a-model' } } : {};
  const { matchedCount, upsertedCount } = await records.orders.bulkWrite([
    moveOrder(move, moved, begin),
  ]);
  return matchedCount + upsertedCount;
}

function canMove(move: OrderMoveName, state: State): boolean {
  return (ORDER_MOVES[move].from as readonly string[]).includes(state);
}

const cases = MOVES.flatMap((move) => STATES.map((state) => ({ move, state })));

test.each(cases.filter(({ move, state }) => canMove(move, state)))(
  '$move moves an order that is $state',
  async ({ move, state }) => {
    const { to } = ORDER_MOVES[move];
    const fillId = randomUUID();
    const orderId = await orderIn(state, fillId);
    expect(await make(move, state, orderId, fillId)).toBe(1);
    const after = await records.orders.findOne({ _id: orderId });
    expect(after).toMatchObject(stateFields(to, fillId));
    const hasEnded = to === 'filled' || to === 'refused';
    expect('bid' in after!).toBe(!hasEnded && state !== 'new'); // who would go on with it
  },
);

test.each(cases.filter(({ move, state }) => !canMove(move, state)))(
  '$move does nothing to an order that is $state',
  async ({ move, state }) => {
    const fillId = randomUUID();
    const orderId = await orderIn(state, fillId);
    const before = await records.orders.findOne({ _id: orderId });
    expect(await make(move, state, orderId, fillId)).toBe(0);
    expect(await records.orders.findOne({ _id: orderId })).toEqual(before);
  },
);
