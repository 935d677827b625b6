import { area } from './mutation';

const DRAINING = 'processes/draining-server.ts';
const HOST = 'processes/order-host.ts';
const SERVE = 'processes/serve-gateway.ts';
const POOL = 'processes/compute/chat-pool.ts';
const READINESS = 'processes/readiness.ts';
const CHAT_ORDERS = 'temporal/chat-orders.ts';
const STANDINGS = 'temporal/seller-standings.ts';
const SETUP = 'processes/kept-setup.ts';
const CONNECTIONS = 'processes/client-connections.ts';
const ORDER_BATCH = 'activities/order-batch.ts';

/** How processes begin, end, and reach Temporal. */
export const PROCESSES = area('processes', [
  {
    name: 'kept-connection-not-told-to-close',
    file: DRAINING,
    find: '      else answers.forEach(sayLast);\n',
    replace: '',
    harm: 'A client sends its next request on a connection that a stopping gateway closes.',
    tests: ['processes/draining-server.test.ts'],
  },
  {
    name: 'drained-connection-stays-open',
    file: DRAINING,
    find: 'if (this.isDraining && answers?.size === 0) socket.end();',
    replace: '',
    harm: 'Every restart of a gateway takes its whole time-out.',
    tests: ['processes/stopping-gateway.test.ts', 'processes/draining-server.test.ts'],
  },
  {
    name: 'late-requests-untold',
    file: DRAINING,
    find: 'const late = setTimeout(onLate, Math.max(0, withinMs - LAST_WORDS_MS));',
    replace: 'const late = setTimeout(() => undefined, Math.max(0, withinMs - LAST_WORDS_MS));',
    harm: 'Whoever still waits for an answer is cut off instead of being told to repeat.',
    tests: ['processes/stopping-gateway.test.ts', 'processes/draining-server.test.ts'],
  },
  {
    name: 'orders-without-workflow-unlimited',
    file: HOST,
    find: '      runner.count < settings.DISPATCHES_PER_WORKER &&\n      batches.waitingOrders < settings.ORDERS_WITHOUT_WORKFLOW,',
    replace: '      runner.count < settings.DISPATCHES_PER_WORKER,',
    harm: 'While Temporal is away, a gateway collects orders that only it knows.',
    tests: [
      'processes/order-capacity.test.ts',
      'limits/open-limit.test.ts',
      'limits/admission.test.ts',
    ],
  },
  {
    name: 'orders-in-progress-unlimited',
    file: HOST,
    find: '      runner.count < settings.DISPATCHES_PER_WORKER &&\n      batches.waitingOrders',
    replace: '      batches.waitingOrders',
    harm: 'A gateway takes more chats than it can serve, and all of them are late.',
    tests: [
      'processes/order-capacity.test.ts',
      'limits/admission.test.ts',
      'limits/open-limit.test.ts',
    ],
  },
  {
    name: 'gateway-says-that-all-is-recorded',
    file: HOST,
    find: 'await life.end(batches.waitingOrders === 0);',
    replace: 'await life.end(true);',
    harm: 'Orders that a stopped gateway left without a workflow are continued by nobody.',
    tests: [
      'processes/order-capacity.test.ts',
      'processes/gateway-watch.test.ts',
      'processes/lost-gateways.test.ts',
    ],
  },
  {
    name: 'last-words-of-a-gateway-missing',
    file: SERVE,
    find: 'publicServer.drain(withinMs, () => listener.refuseAll(STOPPING)),',
    replace: 'publicServer.drain(withinMs),',
    harm: 'A stopping gateway cuts its streams off without a word.',
    tests: ['processes/stopping-gateway.test.ts', 'processes/draining-server.test.ts'],
  },
  {
    name: 'one-account-takes-all-readers',
    file: POOL,
    find: 'const share = Math.ceil(this.threads / 2);',
    replace: 'const share = this.threads;',
    harm: 'One account that sends large bodies delays the bodies of all others.',
    tests: [
      'bodies/fair-threads.test.ts',
      'bodies/event-loop.test.ts',
      'bodies/fair-turns.test.ts',
    ],
  },
  {
    name: 'part-that-hangs-is-ready',
    file: READINESS,
    find: 'await Promise.race([probe(), late]);',
    replace: 'await Promise.race([probe(), late]).catch(() => undefined);',
    harm: 'A load balancer keeps a gateway that has lost its stores.',
    tests: ['processes/readiness.test.ts', 'api/late-redis.test.ts'],
  },
  {
    name: 'full-redis-is-ready',
    file: READINESS,
    find: 'redis: () => redis.eval(MAY_WRITE, 0),',
    replace: 'redis: () => redis.ping(),',
    harm: 'A load balancer keeps a gateway whose Redis refuses every order.',
    tests: ['processes/readiness.test.ts', 'api/late-redis.test.ts'],
  },
  {
    name: 'ended-order-run-again',
    file: CHAT_ORDERS,
    find: "        workflowIdReusePolicy: 'REJECT_DUPLICATE',\n        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,\n        staticSummary: `${order.streamed",
    replace:
      "        workflowIdReusePolicy: 'ALLOW_DUPLICATE',\n        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,\n        staticSummary: `${order.streamed",
    harm: 'A settled chat gets a second history, which sends its prompt again.',
    tests: [
      'sagas/order-workflow-starts.test.ts',
      'processes/lost-gateways.test.ts',
      'sagas/order-batches.test.ts',
    ],
  },
  {
    name: 'known-order-is-an-error',
    file: CHAT_ORDERS,
    find: 'if (!(err instanceof WorkflowExecutionAlreadyStartedError)) throw err;',
    replace: 'throw err;',
    harm: 'Whoever takes an order up that has ended tries for ever.',
    tests: [
      'sagas/order-workflow-starts.test.ts',
      'processes/lost-gateways.test.ts',
      'sagas/order-batches.test.ts',
    ],
  },
  {
    name: 'start-without-deadline',
    file: CHAT_ORDERS,
    find: 'await this.client.withDeadline(Date.now() + START_WITHIN_MS, start);',
    replace: 'await start();',
    harm: 'An order that needs its own workflow waits for a paused Temporal.',
    tests: ['sagas/order-workflow-starts.test.ts', 'limits/running-workflows.test.ts'],
  },
  {
    name: 'standing-not-set-is-our-fault',
    file: STANDINGS,
    find: 'throw isUnfinished(err) ? unavailable(err) : err;',
    replace: 'throw err;',
    harm: 'The operator does not know that the decision may be repeated.',
    tests: [
      'standing/refused-updates.test.ts',
      'standing/told-twice.test.ts',
      'api/operator.test.ts',
    ],
  },
  {
    name: 'judgement-of-a-terminated-workflow-lost',
    file: STANDINGS,
    find: 'if (!(err instanceof WorkflowNotFoundError)) throw err;',
    replace: 'throw err;',
    harm: 'The unused seller of a terminated workflow is never put to rest.',
    tests: [
      'standing/told-twice.test.ts',
      'sagas/judged-sellers.test.ts',
      'standing/judging.test.ts',
    ],
  },
  {
    name: 'one-address-takes-all-connections',
    file: CONNECTIONS,
    find: 'if (count >= ofAddress) {',
    replace: 'if (count >= all) {',
    harm: 'Whoever opens connections from one machine keeps everybody else out.',
    tests: ['processes/client-connections.test.ts'],
  },
  {
    name: 'places-of-ended-connections-kept',
    file: CONNECTIONS,
    find: 'if (left > 0) countOf.set(address, left);',
    replace: 'if (left > 0) countOf.set(address, count);',
    harm: 'An address is locked out for what it once had open.',
    tests: ['processes/client-connections.test.ts'],
  },
  {
    name: 'schedules-created-once',
    file: SETUP,
    find: '        if (signal.aborted) return;\n',
    replace: '        return;\n',
    harm: 'After Temporal lost its data, nobody ends the orders that a dead gateway left.',
    tests: ['operator-view/server-setup.test.ts'],
  },
  {
    name: 'unreachable-server-ends-the-checks',
    file: SETUP,
    find: '        await ensure().catch((err: unknown) => {',
    replace:
      '        await ensure().then(undefined, (err: unknown) => {\n          this.ending.abort();',
    harm: 'Once a server was away for a moment, what it loses later never comes back.',
    tests: ['processes/kept-setup.test.ts'],
  },
  {
    name: 'lost-indexes-not-built',
    file: 'records/connect.ts',
    find: '      if (indexes.length === 0) return;\n      await',
    replace: '      if (indexes.length === 0 || names.has(collectionName)) return;\n      await',
    harm: 'A database that lost its indexes keeps none: asks are refused, and books are not rebuilt.',
    tests: ['processes/kept-setup.test.ts'],
  },
  {
    name: 'restart-of-a-worker-cancels-orders',
    file: ORDER_BATCH,
    find: "      if (endingReason(context) !== 'cancelled') return;\n",
    replace: '',
    harm: 'Every restart of a gateway ends the chats in progress.',
    tests: [
      'sagas/cancelled-attempts.test.ts',
      'sagas/order-batches.test.ts',
      'processes/step-failures.test.ts',
    ],
  },
  {
    name: 'cancelled-orders-go-on',
    file: ORDER_BATCH,
    find: 'for (const orderId of orderIds) runner.cancel(orderId);',
    replace: '',
    harm: 'The operator cancels a chat in the Temporal UI, and the seller goes on to generate.',
    tests: [
      'sagas/cancelled-attempts.test.ts',
      'sagas/order-batches.test.ts',
      'e2e/given-up.test.ts',
    ],
  },
]);
