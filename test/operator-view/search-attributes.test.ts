/** A namespace that does not know the attributes yet, as one of before does, knows them once a worker has started. */
import { randomBytes } from 'node:crypto';
import { NativeConnection } from '@temporalio/worker';
import {
  SEARCH_ATTRIBUTES,
  registerSearchAttributes,
} from '../../temporal/register-search-attributes';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const [KEYWORD, KEYWORD_LIST] = [2, 7];

const silent = { error: () => undefined, info: () => undefined };

let connection: NativeConnection;
beforeAll(async () => {
  const { temporalAddress } = sharedServers().addresses;
  connection = await NativeConnection.connect({ address: temporalAddress });
});
afterAll(() => connection.close());

async function newNamespace(): Promise<string> {
  const namespace = `attributes-${randomBytes(4).toString('hex')}`;
  const workflowExecutionRetentionPeriod = { seconds: 86_400 as never };
  const { workflowService } = connection;
  await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  await until(async () => (await known(namespace)).length === 0, { what: 'the namespace' });
  return namespace;
}

async function known(namespace: string): Promise<string[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return Object.keys(customAttributes).sort();
}

test('missing search attributes are registered, at once by several processes', async () => {
  const namespace = await newNamespace();
  const errors: unknown[] = [];
  const logger = { error: (...said: unknown[]) => errors.push(said), info: () => undefined };
  const register = () => registerSearchAttributes(connection, namespace, logger as never);
  await Promise.all([register(), register(), register()]);
  expect(await known(namespace)).toEqual([...SEARCH_ATTRIBUTES].sort());
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const types: unknown[] = Object.values(customAttributes);
  const count = (type: number) => types.filter((of) => of === type).length;
  expect([count(KEYWORD), count(KEYWORD_LIST)]).toEqual([4, 2]);
  await register();
  expect(errors).toEqual([]);
  await registerSearchAttributes(connection, 'no-such-namespace', logger as never);
  expect(JSON.stringify(errors)).toContain('SellerStanding');
});

test.each([
  ['one of another type', { Model: 1 }, /Model must be Keyword, and is Text/],
  [
    'no room left',
    { One: KEYWORD_LIST, Two: KEYWORD_LIST, Three: KEYWORD_LIST },
    /refuses search attributes \(.*cannot have more than 3/,
  ],
])('a process does not start in a namespace with %s', async (_what, others, said) => {
  const namespace = await newNamespace();
  const searchAttributes = others as unknown as Record<string, number>;
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  await until(async () => (await known(namespace)).length === Object.keys(others).length);
  const registering = registerSearchAttributes(connection, namespace, silent as never);
  await expect(registering).rejects.toThrow(said);
});
