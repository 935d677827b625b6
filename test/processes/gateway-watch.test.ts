/** How long a gateway may stand still before its orders are taken over. */
import { GatewayWatch } from '../../exchange/gateways';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';

let records: WritableRecords;
beforeAll(async () => {
  records = await connectRecords(await testSettings());
});
afterAll(() => records.close());

test('a gateway that stands still is lost after the time that is set, and not before', async () => {
  await records.gateways.insertOne({
    _id: 'still',
    beats: 1,
    startedThrough: 0,
    unstartedSince: null,
  });
  const lost: string[] = [];
  const watch = (name: string, lostMs: number) =>
    new GatewayWatch(
      records,
      async () => void lost.push(name),
      () => undefined,
      null,
      lostMs,
    );
  const watches = [watch('after a second', 1_000), watch('after a minute', 60_000)];
  for (const one of watches) one.start();
  await until(() => lost.length > 0, { what: 'the gateway to be lost' });
  for (const one of watches) await one.stop();
  expect(new Set(lost)).toEqual(new Set(['after a second']));
});
