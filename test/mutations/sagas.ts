import { area } from './mutation';

const SELLER = 'workflows/seller.ts';
const SAGA = 'workflows/saga.ts';
const BATCHES = 'temporal/order-batches.ts';

/** Workflows other than that of a chat, and what starts them. */
export const SAGAS = area('sagas', [
  {
    name: 'registrations-of-one-endpoint-together',
    file: SELLER,
    find: 'const turn = queue.then(work);',
    replace: 'const turn = work();',
    harm: 'Two rotations of a key that arrive together both read the former key.',
    tests: [
      'registration/rotation.test.ts',
      'registration/table.test.ts',
      'registration/workflow.slow.test.ts',
    ],
    survives:
      'A rotation is one conditional change of the hash: of two that read the former key, the second finds another one.',
  },
  {
    name: 'one-failed-registration-blocks-the-endpoint',
    file: SELLER,
    find: 'queue = turn.catch(() => undefined);',
    replace: 'queue = turn;',
    harm: 'After one registration that failed every later one of the endpoint fails.',
    tests: [
      'replay/replay.test.ts',
      'registration/rotation.test.ts',
      'registration/table.test.ts',
      'registration/workflow.slow.test.ts',
    ],
  },
  {
    name: 'outcomes-during-sleep-forgotten',
    file: SELLER,
    find: '(isUnused && !told && lookAtMs === null)',
    replace: '(isUnused && lookAtMs === null)',
    harm: 'A seller that fails while its workflow falls asleep is not judged.',
    tests: ['sagas/judged-sellers.test.ts', 'replay/replay.test.ts', 'standing/health.test.ts'],
  },
  {
    name: 'standing-not-judged-again',
    file: SELLER,
    find: 'await looked.then(follow, () => (lookAtMs = Date.now() + LOOK_AGAIN_MS));',
    replace: 'await looked.then(follow, () => undefined);',
    harm: 'After an outage of MongoDB a seller that failed is not judged, and the end of a suspension is asked for without a pause.',
    tests: [
      'sagas/judged-sellers.test.ts',
      'standing/judging.test.ts',
      'registration/workflow.slow.test.ts',
    ],
  },
  {
    name: 'compensations-in-the-order-of-their-steps',
    file: SAGA,
    find: 'this.undo.unshift({ name, run });',
    replace: 'this.undo.push({ name, run });',
    harm: 'A step is undone while what was built on it still stands.',
    tests: [
      'sagas/compensations.test.ts',
      'replay/replay.test.ts',
      'simulation/simulation.test.ts',
    ],
  },
  {
    name: 'compensations-end-with-the-cancellation',
    file: SAGA,
    find: 'await CancellationScope.nonCancellable(async () => {',
    replace: 'await CancellationScope.cancellable(async () => {',
    harm: 'An order that an operator cancels keeps its reservation.',
    tests: ['sagas/compensations.test.ts', 'replay/replay.test.ts', 'crash/operator.slow.test.ts'],
  },
  {
    name: 'one-failed-compensation-ends-all',
    file: SAGA,
    find: "        await run().catch((err: unknown) =>\n          log.error('Compensation failed', { name, error: String(err) }),\n        );",
    replace: '        await run();\n        void [log, name];',
    harm: 'A compensation that fails leaves the reservations of the others.',
    tests: [
      'sagas/compensations.test.ts',
      'replay/replay.test.ts',
      'simulation/simulation.test.ts',
    ],
  },
  {
    name: 'discarded-compensations-run',
    file: SAGA,
    find: 'this.undo.length = 0;',
    replace: 'this.undo.length *= 1;',
    harm: 'A settled order is undone when a later step fails.',
    tests: [
      'sagas/compensations.test.ts',
      'replay/replay.test.ts',
      'simulation/simulation.test.ts',
    ],
  },
  {
    name: 'told-lot-asked-without-a-pause',
    file: 'workflows/delivery-lot.ts',
    find: 'await sleep(Math.min(ending.waitMs + 1, 60_000));',
    replace: 'await sleep(1);',
    harm: 'A lot that waits for a draw asks MongoDB a thousand times a second.',
    tests: ['sagas/told-lots.test.ts', 'lots/steps.test.ts', 'replay/replay.test.ts'],
  },
  {
    name: 'late-order-keeps-its-former-workflow',
    file: BATCHES,
    find: '      .moved(order.orderId, gathering.workflowId)',
    replace: '      .moved(order.orderId, this.gathering().workflowId.slice(0, 0))',
    harm: 'The record of an order names a workflow that never recorded it.',
    tests: ['sagas/order-batches.test.ts', 'crash/begun-orders.slow.test.ts'],
  },
  {
    name: 'late-order-not-recorded',
    file: BATCHES,
    find: 'if (gathering.isOver) this.addLate(recorded);\n        else gathering.orders.push(recorded);',
    replace: 'gathering.orders.push(recorded);',
    harm: 'An order whose reservation took a second has no workflow until maintenance finds it.',
    tests: ['sagas/order-batches.test.ts', 'crash/begun-orders.slow.test.ts'],
  },
  {
    name: 'batch-of-any-size',
    file: BATCHES,
    find: 'current.slots < this.options.ordersMax',
    replace: 'current.slots >= 0',
    harm: 'One workflow records thousands of orders, and its history is refused.',
    tests: ['crash/begun-orders.slow.test.ts'],
  },
  {
    name: 'unstarted-batches-counted-as-started',
    file: BATCHES,
    find: 'return Math.min(this.sequence, ...[...this.open.keys()].map((sequence) => sequence - 1));',
    replace: 'return this.sequence;',
    harm: 'Orders of a dead gateway whose batch was never started have no workflow.',
    tests: [
      'sagas/order-batches.test.ts',
      'processes/lost-gateways.test.ts',
      'simulation/simulation.test.ts',
    ],
  },
  {
    name: 'failed-start-given-up',
    file: BATCHES,
    find: '        isTold = true;\n',
    replace: '        return;\n',
    harm: 'Orders during an outage of Temporal have no workflow until maintenance finds them.',
    tests: [
      'sagas/order-batches.test.ts',
      'simulation/simulation.test.ts',
      'crash/begun-orders.slow.test.ts',
    ],
  },
]);
