/**
 * The failures of services as Temporal has them. Histories keep their types, and workflows decide by
 * them, so neither changes.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { v7 as uuidV7 } from 'uuid';
import type { StandingOverride } from '../../domain/standing';
import { buildActivities, buildExchange } from '../../processes/parts';
import { type Temporal, connectTemporal } from '../../temporal/connection';
import { Steps } from '../contract-orders/steps';

const DAY_MS = 86_400_000;

let steps: Steps;
let temporal: Temporal;
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  steps = await Steps.open();
  temporal = await connectTemporal(steps.stores.settings);
});
beforeEach(() => steps.useNewBook());
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of opened.splice(0)) await close();
});
afterAll(async () => {
  await temporal.close();
  await steps.close();
});

/** As the worker of a process has them. */
function activities(stores = steps.stores) {
  const exchange = buildExchange(stores, temporal);
  opened.push(() => exchange.close());
  return buildActivities(stores, temporal, exchange);
}

function environment(): MockActivityEnvironment {
  const logger = new DefaultLogger('ERROR');
  return new MockActivityEnvironment({ startToCloseTimeoutMs: 60_000 }, { logger });
}

/** Runs an activity that fails. */
function failureOf<Args extends unknown[]>(
  run: (...args: Args) => Promise<unknown>,
  ...args: Args
): Promise<unknown> {
  return environment()
    .run(run, ...args)
    .then(
      (answer) => Promise.reject(new Error(`It answered ${JSON.stringify(answer)}`)),
      (err: unknown) => err,
    );
}

function expectFailure(err: unknown, type: string, nonRetryable: boolean, message: string): void {
  expect(err).toBeInstanceOf(ApplicationFailure);
  const { type: seenType, nonRetryable: isFinal, message: seenMessage } = err as ApplicationFailure;
  expect({ type: seenType, nonRetryable: isFinal, message: seenMessage }).toEqual({
    type,
    nonRetryable,
    message,
  });
}

test('an order for capacity and a ticket whose book stays closed', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  await steps.loseBook();
  const ignored = () => Promise.resolve();
  const closed = { ...steps.stores, reopen: ignored, reopenKnown: () => Promise.resolve(true) };
  const { workOrder, buyTicket } = activities(closed);
  const message = 'The book is being rebuilt';
  expectFailure(await failureOf(workOrder, order), 'book_unavailable', false, message);
  const refused = 'The book offers asks that the records refuse';
  expectFailure(await failureOf(buyTicket, order, uuidV7()), 'book_out_of_step', false, refused);
});

test('a ticket whose reservation is older than the memory of its book', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  const seed = uuidV7({ msecs: Date.now() - 3 * DAY_MS });
  const failure = await failureOf(activities().buyTicket, order, seed);
  const message = 'The book no longer has a record of this step';
  expectFailure(failure, 'too_old', true, message);
});

test('a standing that changes while it is overridden', async () => {
  const { registerSeller, overrideStanding } = activities();
  const endpointUrl = `http://127.0.0.1:9/${randomUUID()}`;
  const apiKeyHash = randomBytes(32).toString('hex');
  await environment().run(registerSeller, {
    name: 'A seller',
    endpointUrl,
    supportedModels: ['m'],
    regions: null,
    apiKeyHash,
    currentKeyHash: null,
    local: true,
  });
  const { sellers } = steps.records;
  const { capacity } = steps.records.ledger;
  const now = capacity.now.bind(capacity);
  jest.spyOn(capacity, 'now').mockImplementationOnce(async () => {
    await sellers.updateOne({ endpointUrl }, { $set: { standing: 'Probation' } });
    return now();
  });
  const override: StandingOverride = { standing: 'Banned', reason: 'test', requestId: 'request' };
  const failure = await failureOf(overrideStanding, endpointUrl, override);
  expectFailure(failure, 'Error', false, 'The standing was changed meanwhile');
});

test('a settlement that can never be recorded, with its cause', async () => {
  const { settle } = activities();
  const { ledger } = steps.records;
  const permanent = new TypeError('a value that cannot be written');
  jest.spyOn(ledger, 'settleFill').mockRejectedValueOnce(permanent);
  const settlement = { fillId: uuidV7(), answer: { sealed: '' } } as never;
  const failure = await failureOf(settle, uuidV7(), settlement);
  expectFailure(failure, 'service_unavailable', true, 'The settlement cannot be recorded');
  expect((failure as ApplicationFailure).details).toEqual([String(permanent)]);
});
