/** Commands that are larger than what a socket takes at once, at a server that takes no more. */
import { type WritableRecords, connectRecords } from '../../records/connect';
import { isUnavailable } from '../../records/mongodb/unavailable';
import { FaultProxy } from '../faults/fault-proxy';
import { testSettings } from '../support/environment';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { dropRecords } from './scenario';

/** More than the buffers of a connection hold. */
const LARGE_BYTES = 15_000_000;
const ENDS_WITHIN_MS = 60_000;

let proxy: FaultProxy;
let records: WritableRecords;
beforeAll(async () => {
  proxy = await FaultProxy.open(Number(new URL(sharedServers().addresses.mongoUri).port));
  const mongoUri = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
  records = await connectRecords(await testSettings({ mongoUri }));
});
afterAll(async () => {
  proxy.heal();
  await until(() => records.connection.db!.command({ ping: 1 }));
  await dropRecords(records);
  proxy.close();
});

/** Until it ends: a write that is lost with its connection is sent once more. */
async function endOfLargeWrite(meanwhile: () => void): Promise<unknown> {
  const written = records.connection
    .collection('large')
    .insertOne({ bytes: Buffer.alloc(LARGE_BYTES) })
    .then(
      () => null,
      (err: unknown) => err,
    );
  meanwhile();
  return written;
}

test(
  'a large write to a server that is silent ends, as one that passes by itself',
  async () => {
    await records.connection.db!.command({ ping: 1 });
    proxy.set({ kind: 'silent' });
    const end = await endOfLargeWrite(() => undefined);
    expect([end, isUnavailable(end)]).toEqual([expect.any(Error), true]);
    proxy.heal();
    await until(() => records.connection.db!.command({ ping: 1 }));
  },
  ENDS_WITHIN_MS,
);

test(
  'a large write whose connection breaks is one that passes by itself',
  async () => {
    await records.connection.db!.command({ ping: 1 });
    proxy.set({ kind: 'held', direction: 'requests' });
    const end = await endOfLargeWrite(() => setTimeout(() => proxy.set({ kind: 'refused' }), 200));
    expect([end, isUnavailable(end)]).toEqual([expect.any(Error), true]);
  },
  ENDS_WITHIN_MS,
);
