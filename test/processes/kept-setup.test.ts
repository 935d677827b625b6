/** What was set up on a server and is gone comes back while a worker runs. */
import { KeptSetup } from '../../processes/kept-setup';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const records = recordsForFile();

const EVERY_MS = 20;

async function namesOf(collection: 'asks' | 'orders'): Promise<string[]> {
  const indexes = await records.connection.collection(collection).indexes();
  return indexes.map(({ name }) => name!).sort();
}

test('indexes of MongoDB that somebody dropped are built again, and a collection too', async () => {
  const [asks, orders] = [await namesOf('asks'), await namesOf('orders')];
  expect(asks.length).toBeGreaterThan(1);
  const setup = await KeptSetup.keep(
    { MongoDB: () => records.createMissing() },
    { warn: () => undefined },
    EVERY_MS,
  );
  await records.connection.collection('asks').dropIndexes();
  await records.connection.collection('orders').drop();
  const areThere = async () => {
    expect(await namesOf('asks')).toEqual(asks);
    expect(await namesOf('orders')).toEqual(orders);
    return true;
  };
  await until(areThere, { what: 'the indexes' });
  await setup.stop();
});

test('a part that fails is told and tried again, and the others go on', async () => {
  const warnings: unknown[] = [];
  const checks = { failing: 0, other: 0 };
  const failing = async () => {
    checks.failing += 1;
    if (checks.failing > 1) throw new Error('the server is away');
  };
  const other = async () => {
    checks.other += 1;
  };
  const logger = { warn: (told: unknown) => warnings.push(told) };
  const setup = await KeptSetup.keep({ failing, other }, logger as never, EVERY_MS);
  await until(() => checks.failing > 3 && checks.other > 3, { what: 'several checks' });
  await setup.stop();
  expect(warnings[0]).toEqual({ err: new Error('the server is away'), part: 'failing' });
  expect(warnings).toHaveLength(checks.failing - 1);
});

test('what cannot be set up at the start is thrown', async () => {
  const part = () => Promise.reject(new Error('no right to create schedules'));
  const logger = { warn: () => undefined };
  await expect(KeptSetup.keep({ part }, logger)).rejects.toThrow('no right');
});
