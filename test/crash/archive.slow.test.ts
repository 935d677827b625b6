/** A process that is killed while it moves records to the archive: nothing is lost, nothing is there twice. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { History } from '../../bench/years/history';
import { closeDays } from '../../records/closings/close-days';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { type Participant, type Views, viewsOf } from '../records/archive-views';
import { dropRecords, expectSound } from '../records/scenario';
import { testSettings } from '../support/environment';
import { FailPoints, type Moment } from '../support/fail-points';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { placesOf } from './places';

/** One on each day. */
const CHATS = 100;
const DAYS = 730;
const MIDDLE = new Date(Date.now() - 60 * 86_400_000);
const TYPESCRIPT = join(__dirname, '..', 'support', 'typescript.cjs');

let servers: TestServers;
let failPoints: FailPoints;
let records: WritableRecords;
let process: { readonly mongoUri: string; readonly MONGODB_DATABASE: string };
let participant: Participant;
let before: Views;
let ids: readonly string[];

beforeAll(async () => {
  const names = ['mongod'] as const;
  servers = await startTestServers(sharedServers().binaries, { hasFailPoints: true, names });
  const { mongoUri } = servers.addresses;
  failPoints = await FailPoints.open(mongoUri);
  const { MONGODB_DATABASE } = await testSettings();
  process = { mongoUri, MONGODB_DATABASE };
  records = await connectRecords(process);
  const [accountIds, sellerIds] = [[randomUUID(), randomUUID()], [randomUUID()]];
  participant = { accountId: accountIds[1]!, sellerId: sellerIds[0]! };
  await new History(records, { accountIds, sellerIds }, DAYS).extendTo(CHATS, () => undefined);
  // The past was inserted without waiting for a majority: this write waits.
  await records.closings.deleteMany({});
  await closeDays(records, new Date());
  before = await views();
  ids = (await placesOf(records)).map(({ id }) => id);
}, 120_000);

afterAll(async () => {
  await failPoints.close();
  await dropRecords(records);
  await servers.stop();
});

const views = () => viewsOf(records, participant, MIDDLE);

function archiving(): ChildProcess {
  const { mongoUri, MONGODB_DATABASE } = process;
  return fork(join(__dirname, 'archiving-process.ts'), [mongoUri, MONGODB_DATABASE], {
    execArgv: ['--require', TYPESCRIPT],
  });
}

/** Each record is in one place, and a reader finds what there was. */
async function expectNothingChanged(): Promise<void> {
  expect((await placesOf(records)).map(({ id }) => id)).toEqual(ids);
  expect(await views()).toEqual(before);
  await expectSound(records);
}

const archived = async () =>
  (await placesOf(records)).filter(({ isArchived }) => isArchived).length;

// Each kind is one commit: of fills, behind orders; then of trades, behind journals.
test.each<{ moment: Moment; skipped: number }>([
  { moment: 'behind the commit', skipped: 1 },
  { moment: 'before the commit', skipped: 1 },
])('killed $moment of a move, behind $skipped others', async ({ moment, skipped }) => {
  const moved = await archived();
  const point = await failPoints.next(moment, skipped);
  const mover = archiving();
  await point.reached();
  mover.kill('SIGKILL');
  await once(mover, 'exit');
  await expectNothingChanged();
  await point.goOn();
  expect(await archived()).toBeGreaterThan(moved);
});

/** Moves the archived lots back, so that the next process has nothing else to move. */
async function takeBackLots(): Promise<void> {
  const lots = await records.archivedLots.find({}).toArray();
  await records.lots.insertMany(lots);
  await records.archivedLots.deleteMany({});
  await records.archivePositions.deleteMany({});
}

test('the next process moves the rest', async () => {
  const moved = await archived();
  const [code] = await once(archiving(), 'exit');
  expect(code).toBe(0);
  expect(await archived()).toBeGreaterThan(moved);
  expect(await records.fills.countDocuments({})).toBeLessThan(CHATS / 2);
  await expectNothingChanged();
});

test.each<Moment>(['behind the commit', 'before the commit'])(
  'killed %s of a move of lots',
  async (moment) => {
    await takeBackLots();
    const left = await records.lots.countDocuments({});
    const point = await failPoints.next(moment);
    const mover = archiving();
    await point.reached();
    mover.kill('SIGKILL');
    await once(mover, 'exit');
    await expectNothingChanged();
    await point.goOn();
    const [code] = await once(archiving(), 'exit');
    expect(code).toBe(0);
    expect(await records.lots.countDocuments({})).toBeLessThan(left - 1);
    await expectNothingChanged();
  },
);
