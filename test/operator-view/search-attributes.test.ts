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

test('missing search attributes are registered, at once by several processes', async () => {
  const { temporalAddress } = sharedServers().addresses;
  const connection = await NativeConnection.connect({ address: temporalAddress });
  const { workflowService, operatorService } = connection;
  const namespace = `attributes-${randomBytes(4).toString('hex')}`;
  const workflowExecutionRetentionPeriod = { seconds: 86_400 as never };
  await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  const errors: unknown[] = [];
  const logger = { error: (...said: unknown[]) => errors.push(said), info: () => undefined };
  const known = async () => {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return Object.keys(customAttributes).sort();
  };
  try {
    await until(async () => (await known()).length === 0, { what: 'the namespace' });
    const register = () => registerSearchAttributes(connection, namespace, logger as never);
    await Promise.all([register(), register(), register()]);
    expect(await known()).toEqual([...SEARCH_ATTRIBUTES].sort());
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const types: unknown[] = Object.values(customAttributes);
    const count = (type: number) => types.filter((of) => of === type).length;
    expect([count(KEYWORD), count(KEYWORD_LIST)]).toEqual([4, 2]);
    await register();
    expect(errors).toEqual([]);
    await registerSearchAttributes(connection, 'no-such-namespace', logger as never);
    expect(JSON.stringify(errors)).toContain('SellerStanding');
  } finally {
    await connection.close();
  }
});
