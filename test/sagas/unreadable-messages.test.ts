/**
 * What an operator sends by hand to any workflow: input that cannot be read is skipped or rejected,
 * and the workflow makes progress. Workflows, signals and updates are found by reflection: a new one
 * is tested without a change here.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type WorkflowHandle } from '@temporalio/client';
import * as workflows from '../../workflows';
import { historyOf, recorded } from '../replay/stored';
import { until } from '../support/wait';
import { WorkflowStage } from './workflow-stage';

const WORKFLOWS = join(__dirname, '../../workflows');

const INPUTS: readonly (readonly unknown[])[] = [
  [],
  [null],
  [7],
  ['text'],
  [true],
  [{}],
  [[]],
  [[{}]],
  [[null]],
  [{ x: 1 }],
  [{ standing: 'Bannned', reason: 'x', requestId: 'y' }],
  [{ standing: 'Banned' }],
  [{ name: 1, endpointUrl: {}, supportedModels: 'all' }],
  [[{ fillId: 'f', orderId: 'o', askId: 'a', priceScale8: 1.5, quantityTokens: 'all' }]],
  [[], [], []],
];

/** What no converter turns into a value: of another client, of a codec, or cut. */
const PAYLOADS: readonly { readonly encoding?: string; readonly data: string }[] = [
  { encoding: 'json/encrypted', data: 'x' },
  { encoding: 'json/plain', data: '{"cut":' },
  { encoding: 'json/protobuf', data: '{}' },
  { data: '[]' },
];

const DECISION = '[{"standing":"Bannned","reason":"x","requestId":"y"}]';

/** Inputs of this table that a definition can read: they are not sent to it. */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  orderFilled: ['[[]]'],
  ban: [DECISION],
  suspend: [DECISION],
  reinstate: [DECISION],
};
const TAKES_NOTHING = ['orderPlaced', 'cancelOrder', 'lotEnded', 'outcomesChanged', 'sleep'];

interface Definition {
  readonly type: 'signal' | 'update';
  readonly name: string;
}

const isDefinition = (value: unknown): value is Definition =>
  ['signal', 'update'].includes((value as Definition | null)?.type ?? '');

/** Every signal and update that a file of the workflows defines. */
const defined: Definition[] = readdirSync(WORKFLOWS)
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => Object.values(require(join(WORKFLOWS, name)) as object))
  .filter(isDefinition);

/** The input that a recorded history of this workflow began with. */
function inputOf(type: string): unknown[] {
  for (const name of recorded) {
    const { events } = historyOf(name);
    const started = events[0].workflowExecutionStartedEventAttributes;
    if (started.workflowType.name !== type) continue;
    const payloads = (started.input?.payloads ?? []) as { metadata: any; data: string }[];
    return payloads.map(({ data }) => JSON.parse(Buffer.from(data, 'base64').toString()));
  }
  throw new Error(`There is no history of ${type}`);
}

let stage: WorkflowStage;
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows'));
  // What is done within a workflow task: while it waits, the workflow could not be asked.
  await stage.work({
    matchOrders: () => ({ fills: [] }),
    settleOrders: () => ({ orders: [] }),
    buyTicket: () => ({ kind: 'bought', sellerId: 'seller', lotId: 'lot' }),
  });
});
afterAll(() => stage.close());

async function metadataOf(run: WorkflowHandle) {
  const { definition, currentDetails } = await run.query<any>('__temporal_workflow_metadata');
  const named = (type: Definition['type'], list: { name?: string }[] = []): Definition[] =>
    list.flatMap(({ name }) => (name && !name.startsWith('__') ? [{ type, name }] : []));
  const handlers = [
    ...named('signal', definition.signalDefinitions),
    ...named('update', definition.updateDefinitions),
  ];
  return { handlers, currentDetails: String(currentDetails) };
}

async function failedTasksOf(run: WorkflowHandle): Promise<string[]> {
  const { events } = await run.fetchHistory();
  return (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
    failed ? [failed.failure?.message ?? 'failed'] : [],
  );
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

/** As any client can send it. @returns the reason of a rejected update */
async function sendRaw(
  { workflowId }: WorkflowHandle,
  { type, name }: Definition,
  { encoding, data }: (typeof PAYLOADS)[number],
): Promise<unknown> {
  const { workflowService } = stage.client;
  const metadata = encoding === undefined ? {} : { encoding: bytesOf(encoding) };
  // More of them than any definition takes.
  const payloads = Array.from({ length: 20 }, () => ({ metadata, data: bytesOf(data) }));
  const to = { namespace: 'default', workflowExecution: { workflowId } };
  if (type === 'signal') {
    await workflowService.signalWorkflowExecution({
      ...to,
      signalName: name,
      input: { payloads },
    });
    return 'sent';
  }
  const { outcome } = await workflowService.updateWorkflowExecution({
    ...to,
    waitPolicy: { lifecycleStage: 3 },
    request: { meta: { updateId: randomUUID() }, input: { name, args: { payloads } } },
  });
  return outcome?.failure ? 'rejected' : 'accepted';
}

const typeOf = (err: { cause?: { type?: string } }) => err.cause?.type;

const handled: string[] = [];

test.each(Object.keys(workflows))('%s skips or rejects what it cannot read', async (type) => {
  const run = await stage.start(type, ...inputOf(type));
  const { handlers } = await metadataOf(run);
  const answers: unknown[] = [];
  for (const { type: kind, name } of handlers) {
    handled.push(`${kind} ${name}`);
    for (const args of INPUTS) {
      if (args.length === 0 && TAKES_NOTHING.includes(name)) continue;
      if (READABLE[name]?.includes(JSON.stringify(args))) continue;
      if (kind === 'signal') {
        await run.signal<unknown[]>(name, ...args);
      } else {
        const sent = run.executeUpdate(name, { args: [...args] } as never);
        answers.push(await sent.then(() => `accepted ${JSON.stringify(args)}`, typeOf));
      }
    }
    for (const payload of PAYLOADS) {
      const sent = await sendRaw(run, { type: kind, name }, payload);
      expect({ name, payload, sent }).toEqual({
        name,
        payload,
        sent: kind === 'signal' ? 'sent' : 'rejected',
      });
    }
    if (kind === 'signal') {
      const isNoted = async () => (await metadataOf(run)).currentDetails.includes(`\`${name}\``);
      await until(isNoted, { what: `the skipped ${name} in the details`, timeoutMs: 10_000 });
    }
  }
  expect(answers.filter((answer) => answer !== 'invalid_request')).toEqual([]);
  expect(await failedTasksOf(run)).toEqual([]);
  await run.terminate().catch(() => undefined); // it may have ended
});

test('every signal and update that is defined was tried', () => {
  expect([...new Set(handled)].sort()).toEqual(
    [...new Set(defined.map(({ type, name }) => `${type} ${name}`))].sort(),
  );
});
