/** Attempts of a process that stood still meanwhile: their time and their end blame nobody. */
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { startSeller, type Seller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { attempt, closeClients, testClient } from './attempt';

/** Longer than any work of ours blocks, and than the seller's time. */
const STOPPED_MS = 2_100;

const client = testClient({ FIRST_BYTE_TIMEOUT_MS: 1_500, STREAM_SILENCE_MS: 1_500 });
let seller: Seller;

beforeAll(async () => {
  seller = await startSeller();
});
afterAll(async () => {
  await closeClients();
  await seller.close();
});

/** Nothing of the process runs meanwhile, as when it is stopped. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPED_MS);
}

test('a seller that is late because we stood still is not blamed', async () => {
  seller.setBehaviour('silent');
  const silent = () => attempt(client, seller.url);
  expect((await silent()).outcome).toMatchObject({ kind: 'failed', blame: 'provokable' });
  const asked = seller.requests.length;
  const paused = silent();
  await until(() => seller.requests.length > asked, { what: 'the seller to be asked' });
  standStill();
  expect((await paused).outcome).toMatchObject({ kind: 'failed', blame: 'none' });
});

test('an answer that spans our standing still says so: it is no measure of the seller', async () => {
  seller.setBehaviour('normal');
  // A busy machine may make this process stand still on its own.
  const goesOn = async () => !('wasPaused' in (await attempt(client, seller.url)).outcome);
  await until(goesOn, { what: 'an answer without a pause' });
  const patient = testClient({ FIRST_BYTE_TIMEOUT_MS: 60_000 });
  seller.hold();
  const paused = attempt(patient, seller.url);
  await until(() => seller.held > 0, { what: 'the seller to be asked' });
  standStill();
  seller.release();
  expect((await paused).outcome).toMatchObject({ kind: 'answered', wasPaused: true });
});

test('a stream that broke while we stood still was cut by us', async () => {
  seller.setBehaviour(BEHAVIOURS.stall({ chunks: 3 }));
  const stalling = () => attempt(client, seller.url, { streamed: true });
  expect((await stalling()).outcome).toMatchObject({ kind: 'cut', by: 'seller' });
  const asked = seller.requests.length;
  const paused = stalling();
  await until(() => seller.requests.length > asked, { what: 'the seller to be asked' });
  standStill();
  expect((await paused).outcome).toMatchObject({ by: 'exchange' });
});
